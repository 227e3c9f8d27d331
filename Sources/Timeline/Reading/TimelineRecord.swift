import EventSourcing
import Replay
import Traces

/// A record as a timeline shows it: the record itself and its part in an exchange.
public struct TimelineRecord: Equatable, Sendable {
  /// The record.
  public var record: ErasedRecord
  /// Its part in an exchange with another party.
  public var part: RecordPart
}

/// What is known of a record before its data is read.
public struct RecordOutline: Sendable {
  /// Its place in the trace.
  public var seq: Int64
  /// When it was recorded.
  public var at: Instant
  /// Whose record it is.
  public var party: String
  /// What kind of record it is.
  public var kind: ErasedRecord.Kind
  /// The event's or effect's name; the kind for the others.
  public var name: String
}
