import Foundation
import Replay
import Systems
import Traces

/// Replays traces of 1,000,000 events with the command and with the library, against JSONDecoder in
/// the same run; the memory against that of a trace a tenth as long; once with records of 2 KB and
/// once with small ones.
func replayBenchmark(_ arguments: [String]) throws {
  let events = arguments.first.flatMap { Int($0) } ?? 1_000_000
  for attributes in [24, 4] { try replayBenchmark(events, attributes: attributes) }
}

private func replayBenchmark(_ events: Int, attributes: Int) throws {
  let long = temporaryPath("long.trace.jsonl")
  let short = temporaryPath("short.trace.jsonl")
  defer { for path in [long, short] { try? FileManager.default.removeItem(atPath: path) } }
  _ = try inOwnProcess("record", String(events), long, String(attributes))
  _ = try inOwnProcess("record", String(events / 10), short, String(attributes))
  let bytes = try FileManager.default.attributesOfItem(atPath: long)[.size] as? Int ?? 0
  print(
    "replay of \(grouped(events)) events, \(grouped(bytes / 1_000_000)) MB of JSON Lines, "
      + "\(attributes) attributes in a registration")
  let small = try ShippedCommand.median(of: 1, "replay", short)
  let command = try ShippedCommand.median(of: 3, "replay", long)
  show("command, elapsed", command.elapsed, events, bytes)
  show("command, processor time", command.processor, events, bytes)
  let library = try Stopwatch.median(of: 3) { try replayOnce(long, expecting: events) }
  show("library, processor time", library, events, bytes)
  let baseline = try Stopwatch.seconds {
    var replay = DecoderReplay()
    try replay.run(long)
    guard replay.events == events else { throw PartFailed(name: "JSONDecoder") }
  }
  show("baseline, JSONDecoder a line and the same fold", baseline, events, bytes)
  print("  the command is \(tenths(baseline / command.processor)) times as fast (target: 30)")
  // A process starts with the memory mark of the one that started it: after the first baseline the
  // marks would be this program's.
  for (count, cost) in [(events / 10, small), (events, command)] where attributes == 24 {
    print("  peak memory of the command at \(grouped(count)) events: ", terminator: "")
    print("\(grouped(cost.peakMemory)) KiB")
  }
}

private func replayOnce(_ path: String, expecting events: Int) throws {
  let outcome = try replay(input(path), as: MobilePushSystem.self)
  guard outcome.agrees, outcome.end == .sealed, events == Int(outcome.events) else {
    throw PartFailed(name: "replay")
  }
}

private func show(_ what: String, _ seconds: Double, _ events: Int, _ bytes: Int) {
  print("  \(what): \(nanoseconds(seconds, each: events)) ns an event, ", terminator: "")
  print("\(millions(events, in: seconds)), \(tenths(Double(bytes) / 1e6 / seconds)) MB/s")
}
