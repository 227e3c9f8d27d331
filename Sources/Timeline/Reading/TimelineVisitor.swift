import Diagnostics
import EventSourcing
import Replay
import Traces

/// The envelope of a record: all that is known before its data is read.
public struct RecordOutline: Sendable {
  /// Its place in the trace.
  public var seq: Int64
  /// When it was recorded.
  public var at: Instant
  /// The party of the record.
  public var party: String
  /// The kind of the record.
  public var kind: ErasedRecord.Kind
  /// The event's or effect's name; the kind for the others.
  public var name: String
}

/// Receives the records of a trace one after the other.
public protocol TimelineVisitor {
  /// Whether the record is to be read; most of a trace need not be for a filter.
  mutating func wants(_ outline: RecordOutline) -> Bool

  /// Takes a record that was wanted.
  mutating func visit(_ record: TimelineRecord)
}

/// How the reading of a trace ended.
public struct TimelineEnd: Equatable, Sendable {
  /// Damage, a missing end and unknown names that were passed over; the first hundred of each.
  public var warnings: [Diagnostic] = []
  /// Why the reader stopped; the records before were visited.
  public var failure: Diagnostic?

  /// Everything found, the failure last.
  public var findings: [Diagnostic] { warnings + [failure].compactMap { $0 } }
}
