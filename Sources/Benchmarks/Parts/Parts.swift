import EventSourcing
import Foundation
import MobilePush
import Replay
import Reports
import SpecFormat
import Specs
import Systems
import Traces
import YAML

// What the library does with specs, each in a process of its own.

/// Parses the specs of a folder into nodes with places.
func nodesPart(_ folder: String) throws -> PartResult {
  var bytes = 0
  var scalars = 0
  let files = try specs(in: folder)
  let seconds = try processorSeconds {
    for (path, text) in files {
      bytes += text.count
      scalars += scalarCount(try parseYAML(text, file: path))
    }
  }
  return PartResult(count: bytes, digest: scalars, seconds: seconds)
}

/// Reads, runs and judges the specs of a folder.
func checkPart(_ folder: String) throws -> PartResult {
  let reader = SpecReader<MobilePushSystem>(files: SpecFiles { _ in nil })
  var passed = 0
  for (path, text) in try specs(in: folder) {
    let (spec, scenarios) = reader.read(try SpecDocument(text, path: path), catalogue: nil)
    if let finding = spec.findings.first { throw finding }
    for scenario in scenarios {
      guard scenario.run().result.report.outcome == .passed else { throw WrongResult(part: path) }
      passed += 1
    }
  }
  return PartResult(count: passed, digest: passed)
}

func specs(in folder: String) throws -> [(path: String, text: [UInt8])] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
    let path = "\(folder)/\(name)"
    return (path, Array(try Data(contentsOf: URL(filePath: path))))
  }
}

/// The texts in a node, keys included.
private func scalarCount(_ node: YAMLNode) -> Int {
  switch node.content {
  case .scalar: 1
  case .list(let elements): elements.reduce(0) { $0 + scalarCount($1) }
  case .map(let entries): entries.reduce(0) { $0 + 1 + scalarCount($1.value) }
  }
}

/// The result of a part of this program, printed on one line for the process that measures it.
struct PartResult {
  /// The number of events, records, scenarios or bytes that it went through.
  var count: Int
  /// A number that every program gets from the same work.
  var digest: Int
  /// The seconds of processor time of the work without its preparation; `nil` where the whole
  /// process is the work.
  var seconds: Double?

  func show() {
    let seconds = seconds.map { ", \"seconds\": \($0)" } ?? ""
    print("{\"count\": \(count), \"digest\": \(digest)\(seconds)}")
  }
}

/// A part of a benchmark got another result than it should.
struct WrongResult: Error {
  let part: String
}

/// A part was started with other arguments than it takes.
struct WrongUsage: Error {
  let part: String
}

// What the library does with traces, each in a process of its own.

/// Folds the events of a trace in memory by the SDK's reducer, `rounds` times from the start.
func foldPart(_ path: String, rounds: Int) throws -> PartResult {
  var events: [(event: MobilePushEvent, at: Instant)] = []
  try eachRecord(of: path) { record in
    guard case .event(let event) = record, case .device(let device) = event.event else { return }
    events.append((device, event.at))
  }
  var ordered = 0
  let seconds = processorSeconds {
    var effects = Effects<MobilePushEffect>()
    for _ in 0..<rounds {
      var state = MobilePushSDK.initial
      for (event, instant) in events {
        effects.removeAll()
        MobilePushSDK.reduce(&state, event, at: instant, into: &effects)
        ordered += effects.ordered.count
      }
    }
  }
  return PartResult(count: events.count * rounds, digest: ordered, seconds: seconds)
}

/// Decodes every record of a trace.
func decodePart(_ path: String) throws -> PartResult {
  var checksum = Checksum()
  try eachRecord(of: path) { checksum.add(seq: $0.seq, at: $0.at.milliseconds) }
  return checksum.result
}

/// Writes the records of a trace again.
func encodePart(_ path: String) throws -> PartResult {
  var records: [WorldRecord] = []
  try eachRecord(of: path) { records.append($0) }
  var size = 0
  let seconds = processorSeconds {
    var writer = TraceWriter<MobilePushWorld>(.ofBenchmarks, namesParties: false)
    for record in records {
      writer.append(record)
      if writer.pending > 1 << 16 { size += writer.take().count }
    }
    writer.finish()
    size += writer.take().count
  }
  guard size == FileManager.default.contents(atPath: path)?.count else {
    throw WrongResult(part: "encode")
  }
  return PartResult(count: records.count, digest: records.count, seconds: seconds)
}

/// Folds a trace and compares every effect and state.
func replayPart(_ path: String) throws -> PartResult {
  let outcome = try AnySystem(MobilePushSystem.self).replay(input(path))
  guard outcome.agrees, outcome.ending.end == .sealed else { throw WrongResult(part: "replay") }
  return PartResult(count: Int(outcome.events), digest: Int(outcome.events))
}

private func eachRecord(of path: String, _ visit: (WorldRecord) -> Void) throws {
  let trace = input(path)
  var reader = try TraceReader(trace, of: MobilePushSystem.self)
  while let line = try reader.next() {
    if let record = try reader.record(line) { visit(record) }
  }
}

/// The result of a decoder of a trace.
struct Checksum {
  private var records = 0
  private var sum = 0

  mutating func add(seq: Int64, at: Int64) {
    records += 1
    sum += Int(seq) + Int(at % 1_000)
  }

  var result: PartResult { PartResult(count: records, digest: sum) }
}

/// Measures the cost of a random world per record, and whether that grows with the number of
/// devices; an argument names the only number that is wanted.
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
  let seconds = processorSeconds {
    for round in 1...rounds {
      var world = DevicesInUse(devices: devices, seed: UInt64(round))
      world.goOn(for: .hours(hours))
      records += world.takeRecords().count
    }
  }
  return (seconds, records)
}

/// A thousand devices over thirty days, whose log alone says whether they are the same again.
private func monthOfAThousand() throws {
  var records: [WorldRecord] = []
  let seconds = processorSeconds {
    var world = DevicesInUse(devices: 1_000, seed: 1)
    world.goOn(for: .days(30))
    records = world.takeRecords()
  }
  let events = records.count { $0.eventName != nil }
  print("1,000 devices over 30 virtual days with faults, in one process")
  print("  \(grouped(events)) events, \(grouped(records.count)) records, ", terminator: "")
  let rate = String(format: "%.2f M/s", Double(events) / 1e6 / seconds)
  print("\(tenths(seconds)) s, \(rate) events")
  let path = temporaryPath("month.trace.jsonl")
  defer { try? FileManager.default.removeItem(atPath: path) }
  var recording = try TraceFileWriter(to: path, namesParties: true)
  for record in records { try recording.append(record) }
  try recording.finish()
  var agrees = false
  let again = try processorSeconds {
    let outcome = try AnySystem(MobilePushSystem.self).replay(input(path))
    agrees = outcome.agrees && outcome.ending.end == .sealed && Int(outcome.events) == events
  }
  guard agrees else { throw WrongResult(part: "replay of a month") }
  print("  replayed from the log alone by the library: \(tenths(again)) s")
  let command = try ProcessRun([Programs.pushtrace, "replay", path])
  print("  replayed by the command: \(tenths(command.processor)) s")
}
