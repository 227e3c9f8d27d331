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
  guard first < next, first + 1 < next else { return nil }
  let (low, high) = (first + 1, next - 1)
  return low == high ? "record \(low) is missing" : "records \(low) to \(high) are missing"
}

/// The bytes of a trace: one line per record, the end line included unless the trace is cut.
public func encode<Machine: Reducer>(_ trace: Trace<Machine>) -> [UInt8] {
  let namesParties = trace.records.contains { $0.party != soleParty }
  var writer = TraceWriter(trace.header, namesParties: namesParties)
  for record in trace.records { writer.append(record) }
  if !trace.ending.isCut { writer.finish() }
  return writer.take()
}
