import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Repeats a run that broke a property from its text.
public typealias RunReproduction<S: System> =
  @Sendable (String) -> Result<RepeatedRun<S>, RepeatedRunError>

/// A run that broke a property once, performed again.
public struct RepeatedRun<S: System>: Sendable {
  /// How the property is broken; `nil` where it holds now.
  public var violation: RepeatedViolation?
  /// Everything that happened and was ordered, under what held before it.
  public var trace: Trace<S.Machine>

  /// Describes a run that was performed again.
  public init(violation: RepeatedViolation?, trace: Trace<S.Machine>) {
    self.violation = violation
    self.trace = trace
  }
}

/// How a property is broken in a run that was repeated.
public struct RepeatedViolation: Equatable, Sendable {
  /// The id of the property.
  public var property: String
  /// What it claims.
  public var claim: String
  /// What is wrong, with its figures.
  public var sentence: String
  /// The records that show it, as lines.
  public var records: [String]

  /// Describes a broken property.
  public init(property: String, claim: String, sentence: String, records: [String]) {
    self.property = property
    self.claim = claim
    self.sentence = sentence
    self.records = records
  }

  func diagnostic(at place: Place) -> Diagnostic {
    Diagnostic(
      .brokenProperty, "\(property) is broken: \(sentence)", at: place, proposal: "this run",
      notes: ["the property: \(claim)"] + records)
  }
}

/// Why a run cannot be repeated.
public struct RepeatedRunError: Error {
  /// The reason, in a few words.
  public let message: String

  /// Gives the reason.
  public init(message: String) { self.message = message }
}
