import Simulation
import Traces

/// Repeats a run that broke a property from its text.
public typealias RunReproduction<S: System> =
  @Sendable (String) throws(RepeatedRunError) -> RepeatedRun<S>

/// A run that broke a property once, performed again.
public struct RepeatedRun<S: System>: Sendable {
  /// How the property is broken, and the lines that show it; `nil` where it holds now.
  public var violation: (message: String, notes: [String])?
  /// Everything that happened and was ordered, under what held before it.
  public var trace: Trace<S.Machine>

  /// Describes a run that was performed again.
  public init(violation: (message: String, notes: [String])?, trace: Trace<S.Machine>) {
    self.violation = violation
    self.trace = trace
  }
}

/// Why a run cannot be repeated.
public struct RepeatedRunError: Error {
  /// The reason, in a few words.
  public let message: String

  /// Gives the reason.
  public init(message: String) { self.message = message }
}
