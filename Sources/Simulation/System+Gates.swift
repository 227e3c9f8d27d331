import EventSourcing

extension System {
  /// Returns `nil`: effects follow from events at once.
  public static func gates(
    of effect: Machine.Effect.Name, by party: String, in state: Machine.State, at now: Instant
  ) -> [HeldGate]? { nil }

  /// Returns none, as for ``gates(of:by:in:at:)``.
  public static func gateWords(of effect: Machine.Effect.Name) -> [GateWord] { [] }
}
