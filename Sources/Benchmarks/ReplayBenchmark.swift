import Foundation
import Replay
import Systems
import Traces

/// Replays traces of 1,000,000 events and holds the time against JSONDecoder, the memory against
/// that of a trace a tenth as long; once with small records and once with such of 2 KB.
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
  // In this order: a process starts with the memory mark of the one that started it.
  let memory = try [short, long].map { try inOwnProcess("replay-once", $0) }
  let bytes = try FileManager.default.attributesOfItem(atPath: long)[.size] as? Int ?? 0
  print(
    "replay of \(grouped(events)) events, \(grouped(bytes / 1_000_000)) MB of JSON Lines, "
      + "\(attributes) attributes in a registration")
  // The second workload's processes would start with the baseline's mark.
  for (count, facts) in zip([events / 10, events], memory) where attributes == 24 {
    print("  peak memory at \(grouped(count)) events: \(grouped(Int(facts[0]) ?? 0)) KiB")
  }
  let elapsed = try (0..<3).map { _ in
    try Stopwatch.elapsedSeconds { try replayOnce(long, expecting: events) }
  }.sorted()[1]
  let seconds = try Stopwatch.median(of: 3) { try replayOnce(long, expecting: events) }
  show("pushtrace, the hash on a second core", elapsed, events, bytes)
  show("pushtrace, both cores' time added up", seconds, events, bytes)
  var baselineSeconds = 0.0
  let baseline = try Stopwatch.elapsedSeconds {
    baselineSeconds = try Stopwatch.seconds {
      var replay = DecoderReplay()
      try replay.run(long)
      guard replay.events == events else { throw PartFailed(name: "JSONDecoder") }
    }
  }
  show("JSONDecoder a line and the same fold", baseline, events, bytes)
  print("  ratio: \(tenths(baseline / elapsed)) times as fast (promised: 20), ", terminator: "")
  print("\(tenths(baselineSeconds / seconds)) times by processor time")
}

private func show(_ what: String, _ seconds: Double, _ events: Int, _ bytes: Int) {
  print("  \(what): \(nanoseconds(seconds, each: events)) ns an event, ", terminator: "")
  print("\(millions(events, in: seconds)), \(tenths(Double(bytes) / 1e6 / seconds)) MB/s")
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
