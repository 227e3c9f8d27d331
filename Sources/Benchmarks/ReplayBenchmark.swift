import Foundation
import Replay
import Systems
import Traces

/// Replays a trace of 1,000,000 events and holds the time against JSONDecoder, the memory against
/// that of a trace a tenth as long.
func replayBenchmark(_ arguments: [String]) throws {
  let events = arguments.first.flatMap { Int($0) } ?? 1_000_000
  let long = temporaryPath("long.trace.jsonl")
  let short = temporaryPath("short.trace.jsonl")
  defer { for path in [long, short] { try? FileManager.default.removeItem(atPath: path) } }
  _ = try inOwnProcess("record", String(events), long)
  _ = try inOwnProcess("record", String(events / 10), short)
  // In this order: a process starts with the memory mark of the one that started it.
  let memory = try [short, long].map { try inOwnProcess("replay-once", $0) }
  let bytes = try FileManager.default.attributesOfItem(atPath: long)[.size] as? Int ?? 0
  print("replay of \(grouped(events)) events, \(grouped(bytes / 1_000_000)) MB of JSON Lines")
  for (count, facts) in zip([events / 10, events], memory) {
    print("  peak memory at \(grouped(count)) events: \(grouped(Int(facts[0]) ?? 0)) KiB")
  }
  let seconds = try Stopwatch.median(of: 3) { try replayOnce(long, expecting: events) }
  print("  pushtrace: \(nanoseconds(seconds, each: events)) ns an event, ", terminator: "")
  print("\(millions(events, in: seconds)), \(tenths(Double(bytes) / 1e6 / seconds)) MB/s")
  let baseline = try Stopwatch.seconds {
    var replay = DecoderReplay()
    try replay.run(long)
    guard replay.events == events else { throw PartFailed(name: "JSONDecoder") }
  }
  print(
    "  JSONDecoder a line and the same fold: \(nanoseconds(baseline, each: events)) ns an event")
  print("  ratio: \(tenths(baseline / seconds)) times as fast (promised: 20)")
}

/// Replays the file `PATH` and prints the peak of memory in KiB.
func replayOnce(_ arguments: [String]) throws {
  guard let path = arguments.first else { throw PartFailed(name: "replay-once") }
  try replayOnce(path, expecting: nil)
  print(Stopwatch.peakMemory)
}

private func replayOnce(_ path: String, expecting events: Int?) throws {
  let outcome = try replay(input(path), as: MobilePushSystem.self)
  guard outcome.agrees, outcome.end == .sealed, events ?? Int(outcome.events) == Int(outcome.events)
  else {
    throw PartFailed(name: "replay")
  }
}
