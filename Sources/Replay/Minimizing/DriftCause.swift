import EventSourcing
import Traces

/// The changes and marks that led to a drift, as far as a smaller trace has to keep them.
public struct DriftCause: Sendable {
  /// The changes of hidden state with which the machine orders what was recorded.
  public var repairs: [StateRepair]
  /// Whether an event is decided as the one with the drift, given what the machine remembers before
  /// it.
  public var isAlike: @Sendable (_ event: ErasedRecord, _ before: Value?) -> Bool

  /// A cause of which nothing is known.
  public static var unknown: DriftCause { DriftCause(repairs: []) { _, _ in true } }

  /// Joins what was found.
  public init(
    repairs: [StateRepair],
    isAlike: @escaping @Sendable (_ event: ErasedRecord, _ before: Value?) -> Bool
  ) {
    self.repairs = repairs
    self.isAlike = isAlike
  }
}
