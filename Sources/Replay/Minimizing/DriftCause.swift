import EventSourcing
import Traces

/// The changes and marks that led to a drift, as far as a smaller trace has to keep them.
public struct DriftCause: Sendable {
  /// The changes of hidden state with which the machine orders what was recorded.
  public var repairs: [StateRepair]
  /// Whether an event is decided as the one with the drift, by the state that the machine remembers
  /// before it, and whether that came through a restart: its device has started before the process
  /// that decides. A machine that does not describe its state remembers `nil`.
  public var isAlike: Decision

  /// Compares the decision of an event with another one.
  public typealias Decision =
    @Sendable (_ event: ErasedRecord, _ before: Value?, _ isRestarted: Bool) -> Bool

  /// A cause about which nothing is known.
  public static var unknown: DriftCause { DriftCause(repairs: []) { _, _, _ in true } }

  /// Joins what was found.
  public init(repairs: [StateRepair], isAlike: @escaping Decision) {
    self.repairs = repairs
    self.isAlike = isAlike
  }
}
