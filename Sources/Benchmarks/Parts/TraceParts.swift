import Diagnostics
import EventSourcing
import Foundation
import MobilePush
import Replay
import Simulation
import Systems
import Traces

// What the library does with traces, each in a process of its own.

/// Folds the events of a trace in memory by the SDK's reducer, so many times from the start.
func foldPart(_ path: String, rounds: Int) throws -> PartResult {
  var events: [(event: MobilePushEvent, at: Instant)] = []
  try eachRecord(of: path) { record in
    guard case .event(let event) = record, case .device(let device) = event.event else { return }
    events.append((device, event.at))
  }
  var ordered = 0
  let seconds = Stopwatch.seconds {
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
  let seconds = Stopwatch.seconds {
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
  let outcome = try replay(input(path), as: MobilePushSystem.self)
  guard outcome.agrees, outcome.ending.end == .sealed else { throw WrongResult(part: "replay") }
  return PartResult(count: Int(outcome.events), digest: Int(outcome.events))
}

private func eachRecord(of path: String, _ visit: (WorldRecord) -> Void) throws {
  let trace = input(path)
  var reader = try TraceReader<MobilePushWorld>(
    file: path, defaults: .of(MobilePushSystem.self), source: trace.open())
  while let line = try reader.next() {
    if let record = try reader.record(line) { visit(record) }
  }
}

/// What each decoder of a trace comes to.
struct Checksum {
  private var records = 0
  private var sum = 0

  mutating func add(seq: Int64, at: Int64) {
    records += 1
    sum += Int(seq) + Int(at % 1_000)
  }

  var result: PartResult { PartResult(count: records, digest: sum) }
}
