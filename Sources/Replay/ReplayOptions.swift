import EventSourcing

/// The options of a replay.
public struct ReplayOptions: Sendable {
  /// The change of the header's profile and readings, and of those of every `readings_set`.
  public var override: ReadingsChange?
  /// Whether unknown names are counted instead of refused.
  public var lenient = false
  /// Whether every event is folded twice, from two states, and the outcomes compared.
  public var twice = false
  /// The record after which the state is wanted; replay stops there.
  public var stopAfter: Int64?
  /// The first record that is compared; those before it are folded and believed.
  public var compareFrom: Int64?
  /// Fields of the hidden state that are changed on the way.
  public var assumptions: [Assumption] = []
  /// Finds the acceptance of drifts with a signature in these fields, by the caller's number for
  /// it; `nil` where there is none. Accepted drifts are counted; the first one that is not accepted
  /// is explained.
  public var acceptance: @Sendable (DriftSignature, _ fields: [String]) -> Int? = { _, _ in nil }

  /// The options of a plain replay.
  public init() {}
}
