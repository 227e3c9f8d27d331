import Diagnostics
import EventSourcing

/// A whole trace in memory: its header, its records and what was found while it was read.
public struct Trace<Machine: Reducer>: Equatable, Sendable {
  /// One record of this trace.
  public typealias Entry = LogRecord<Machine.Event, Machine.Effect>

  /// The first line.
  public var header: TraceHeader<Machine>
  /// The records in the order of the file.
  public var records: [Entry]
  /// The way in which it ends, and signs of damage and edits, which do not keep the records from
  /// being judged.
  public var ending = TraceEnding()

  /// Collects records under a header; the trace is whole.
  public init(header: TraceHeader<Machine>, records: [Entry]) {
    self.header = header
    self.records = records
  }
}

/// The party of records that name none: the device of a run with one party.
public let soleParty = "device"

/// The end of a trace, with what it says about the bytes before it.
public enum TraceEnd: Equatable, Sendable {
  /// The end line is there and its hash agrees.
  case sealed
  /// The end line is there and its hash does not agree: edited or damaged.
  case wrongHash(recorded: UInt64, computed: UInt64)
  /// There is no end line; the text after the last whole line was left out.
  case cut(lastLine: Int)
}

/// Says which records are missing between two; `nil` where none is.
public func missingRecords(between first: Int64, and next: Int64) -> String? {
  missingRecords(missingNumbers(between: first, and: next))
}

/// Says that the records of `runs` are missing; `nil` where there is none.
package func missingRecords(_ runs: [ClosedRange<Int64>]) -> String? {
  guard let first = runs.first else { return nil }
  // Every second record of a long trace may be missing.
  let shown = runs.prefix(4)
  var words = shown.map {
    $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
  }
  if runs.count > shown.count { words.append("more behind them") }
  let isOne = runs.count == 1 && first.lowerBound == first.upperBound
  let last = words.removeLast()
  return (isOne ? "record " : "records ")
    + (words.isEmpty ? last : "\(words.joined(separator: ", ")) and \(last)")
    + (isOne ? " is missing" : " are missing")
}

/// Lists the numbers between two that no line has, where the lines of `found` cannot be read.
package func missingNumbers(
  between first: Int64, and next: Int64, besides found: [Int64] = []
) -> [ClosedRange<Int64>] {
  guard first < next else { return [] }
  var runs: [ClosedRange<Int64>] = []
  var last = first
  for number in found + [next] where number > last && number <= next {
    if number - 1 > last { runs.append(last + 1...number - 1) }
    last = number
  }
  return runs
}

/// The bytes of a trace: one line per record, the end line included unless the trace is cut.
public func encode<Machine: Reducer>(_ trace: Trace<Machine>) -> [UInt8] {
  let namesParties = trace.records.contains { $0.party != soleParty }
  var writer = TraceWriter(trace.header, namesParties: namesParties)
  for record in trace.records { writer.append(record) }
  if !trace.ending.isCut { writer.finish() }
  return writer.take()
}
