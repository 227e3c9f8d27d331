import EventSourcing
import Traces

/// The changes and marks that led to a drift, as far as a smaller trace has to keep them.
public struct DriftCause: Sendable {
  /// The changes of hidden state with which the machine orders what was recorded.
  public var repairs: [StateRepair]
  /// Whether an event is decided as the one with the drift.
  public var isAlike: @Sendable (DecidedEvent) -> Bool

  /// A cause about which nothing is known.
  public static var unknown: DriftCause { DriftCause(repairs: []) { _ in true } }

  /// Joins what was found.
  public init(
    repairs: [StateRepair], isAlike: @escaping @Sendable (DecidedEvent) -> Bool
  ) {
    self.repairs = repairs
    self.isAlike = isAlike
  }
}

/// An event with what its decision can depend on.
public struct DecidedEvent: Sendable {
  /// The event.
  public var event: ErasedRecord
  /// The state that the machine remembers before it; `nil` where it does not describe its state.
  public var before: Value?
  /// Whether its device has started before the process that decides: what is remembered came
  /// through a restart.
  public var isRestarted: Bool

  /// Joins what was found.
  public init(event: ErasedRecord, before: Value?, isRestarted: Bool) {
    self.event = event
    self.before = before
    self.isRestarted = isRestarted
  }
}
