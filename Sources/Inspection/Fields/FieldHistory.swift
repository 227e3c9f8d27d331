import EventSourcing
import Traces

/// When a field of a party's state last changed, and by what.
public struct FieldHistory: Equatable, Sendable {
  /// One change.
  public struct Change: Equatable, Sendable {
    /// When it changed.
    public var at: Instant
    /// The event that changed it; `nil` where time alone did, as for a date that was reached.
    public var event: ErasedRecord?
    /// The value before; `nil` where the field was absent.
    public var old: Value?
    /// The value after; `nil` where the field is absent.
    public var new: Value?
  }

  /// The way to the field.
  public var path: String
  /// Whose state it is.
  public var party: String
  /// The instant that was asked about.
  public var at: Instant
  /// The value at that instant; `nil` where the field is absent.
  public var value: Value?
  /// The last changes, the latest one first.
  public var changes: [Change]
  /// Whether the field changed before these.
  public var hasMore: Bool
  /// Why the last change came about; `nil` where no event changed the field.
  public var explanation: Explanation?
}
