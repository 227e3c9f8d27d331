import EventSourcing
import Replay

/// What is changed in a trace before it is folded again; several changes apply together.
public struct TraceChanges {
  /// The numbers of events to skip.
  public var skipped: [Int64] = []
  /// Fields of events to set.
  public var assignments: [Assignment] = []
  /// Additional events, as lines of a trace; the header, numbers and causes may be missing.
  public var inserted: ReplayInput?

  /// A field of an event that has another value.
  public struct Assignment: Equatable, Sendable {
    /// The event's number.
    public var seq: Int64
    /// The way to the field, such as `value` or `attributes.colour`.
    public var path: String
    /// The value as text.
    public var text: String

    /// Sets a field of the event `seq`.
    public init(seq: Int64, path: String, text: String) {
      self.seq = seq
      self.path = path
      self.text = text
    }
  }

  /// No change.
  public init() {}

  /// Whether nothing is changed.
  public var isEmpty: Bool { skipped.isEmpty && assignments.isEmpty && inserted == nil }
}
