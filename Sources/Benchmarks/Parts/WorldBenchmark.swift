import EventSourcing
import Foundation
import Replay
import Simulation
import Systems
import Traces

/// What a random world costs per record, and whether that grows with the number of devices; an
/// argument names the only number that is wanted.
func worldBenchmark(_ arguments: [String]) throws {
  let hours: Int64 = 6
  print("worlds of N devices with faults, \(hours) virtual hours each")
  var smallest = 0.0
  let only = arguments.first.flatMap { Int($0) }
  for devices in [10, 100, 1_000, 10_000] where only ?? devices == devices {
    let rounds = 10_000 / devices
    let (seconds, records) = cost(devices: devices, hours: hours, rounds: rounds)
    let each = seconds * 1e9 / Double(records)
    if smallest == 0 { smallest = each }
    print("  \(devices) devices, \(rounds) times: \(grouped(records)) records, ", terminator: "")
    print("\(Int(each)) ns a record, \(tenths(each / smallest)) × the smallest")
  }
  if only == nil { try monthOfAThousand() }
}

/// The processor time of `rounds` worlds, and how many records they have together.
private func cost(devices: Int, hours: Int64, rounds: Int) -> (seconds: Double, records: Int) {
  var records = 0
  let seconds = Stopwatch.seconds {
    for round in 1...rounds {
      var world = RandomWorld(devices: devices, seed: UInt64(round))
      world.goOn(for: .hours(hours))
      records += world.takeRecords().count
    }
  }
  return (seconds, records)
}

/// A thousand devices over thirty days, whose log alone says whether they are the same again.
private func monthOfAThousand() throws {
  var records: [WorldRecord] = []
  let seconds = Stopwatch.seconds {
    var world = RandomWorld(devices: 1_000, seed: 1)
    world.goOn(for: .days(30))
    records = world.takeRecords()
  }
  let events = records.count { $0.isEvent }
  print("1,000 devices over 30 virtual days with faults, in one process")
  print("  \(grouped(events)) events, \(grouped(records.count)) records, ", terminator: "")
  print("\(tenths(seconds)) s, \(millions(events, in: seconds)) events")
  let path = temporaryPath("month.trace.jsonl")
  defer { try? FileManager.default.removeItem(atPath: path) }
  var recording = try Recording(to: path, namesParties: true)
  for record in records { try recording.append(record) }
  try recording.finish()
  var agrees = false
  let again = try Stopwatch.seconds {
    let outcome = try replay(input(path), as: MobilePushSystem.self)
    agrees = outcome.agrees && outcome.ending.end == .sealed && Int(outcome.events) == events
  }
  guard agrees else { throw WrongResult(part: "replay of a month") }
  print("  replayed from the log alone by the library: \(tenths(again)) s")
  let command = try ProcessRun([Programs.pushtrace, "replay", path])
  print("  replayed by the command: \(tenths(command.processor)) s")
}
