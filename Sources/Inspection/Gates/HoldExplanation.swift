import EventSourcing
import Traces

/// What keeps an effect back at an instant, gate by gate.
public struct HoldExplanation: Equatable, Sendable {
  /// One gate that is closed at that instant.
  public struct Hold: Equatable, Sendable {
    /// The gate as the machine's decision names it.
    public var gate: HeldGate
    /// What closed it.
    public var closing: Closing
    /// What opened it later.
    public var opening: Opening
  }

  /// What closed a gate, or moved the instant at which it opens.
  public enum Closing: Equatable, Sendable {
    /// This event.
    case event(ErasedRecord)
    /// Time alone, at this instant.
    case time(Instant)
    /// Nothing: it was closed before the first record.
    case start
  }

  /// What opened a gate later.
  public enum Opening: Equatable, Sendable {
    /// Time alone, at this instant.
    case time(Instant)
    /// This event.
    case event(ErasedRecord)
    /// Nothing in this trace.
    case never
  }

  /// The effect's name.
  public var effect: String
  /// Whose effect it is.
  public var party: String
  /// The instant that was asked about.
  public var at: Instant
  /// The closed gates, in the order of the decision; `nil` for an effect without gates.
  public var holds: [Hold]?
  /// The last time up to the instant at which the party performed it.
  public var before: ErasedRecord?
  /// The first time after the instant at which the party performed it.
  public var after: ErasedRecord?
  /// The last event of that very instant at which the machine orders it, whatever was recorded;
  /// `nil` where it does not, or nothing was recorded to compare it with.
  public var machine: ErasedRecord?
  /// The events that order it in this trace and how often each of them did, the most frequent one
  /// first; looked for only where no gate holds it.
  public var orderedBy: [Orderer]

  /// How often events of one name order an effect.
  public struct Orderer: Equatable, Sendable {
    /// The event's name.
    public var event: String
    /// How often one of them ordered the effect.
    public var count: Int
  }
}
