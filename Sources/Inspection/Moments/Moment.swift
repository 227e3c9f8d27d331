import EventSourcing
import Replay
import Traces

/// A record of a trace with the state after it.
public struct Moment: Equatable, Sendable {
  /// How many records come before it.
  public var position: Int
  /// The record.
  public var record: ErasedRecord
  /// Whose state is shown.
  public var party: String
  /// The state of that party just before the record, at its instant.
  public var before: Value
  /// The state of that party after the record.
  public var view: Value
  /// What the record changed in it, old values first.
  public var changes: [FieldDifference]
}
