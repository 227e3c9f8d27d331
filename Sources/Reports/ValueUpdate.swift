import Diagnostics

/// What `--update` came to for one expected value of a spec.
public struct ValueUpdate: Equatable, Sendable {
  /// Where the value stands.
  public var place: Place
  /// What became of it.
  public var outcome: Outcome

  /// What can become of a value.
  public enum Outcome: Equatable, Sendable {
    /// It was replaced, or would be if the user wanted it.
    case replaced(old: String, new: String, isWritten: Bool)
    /// It was left as it is, for this reason.
    case kept(reason: String)
  }

  /// Describes what became of a value.
  public init(place: Place, outcome: Outcome) {
    self.place = place
    self.outcome = outcome
  }
}
