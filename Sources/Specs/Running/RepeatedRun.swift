import Diagnostics
import EventSourcing
import Simulation

/// Repeats a run that broke a property from its text.
public typealias RunReproduction<S: System> =
  @Sendable (String) -> Result<RepeatedRun<S>, RepeatedRunError>

/// A run that broke a property once, performed again.
public struct RepeatedRun<S: System>: Sendable {
  /// How the property is broken; `nil` where it holds now.
  public var violation: RepeatedViolation?
  /// Everything that happened and was ordered.
  public var log: EventLog<S.Machine.Event, S.Machine.Effect>
  /// The profile of its readings.
  public var profile: String
  /// The readings that held.
  public var readings: S.Machine.Readings
  /// The configuration of the first device.
  public var config: S.Machine.Config
  /// When it began.
  public var start: Instant

  /// Describes a run that was performed again.
  public init(
    violation: RepeatedViolation?, log: EventLog<S.Machine.Event, S.Machine.Effect>,
    profile: String, readings: S.Machine.Readings, config: S.Machine.Config, start: Instant
  ) {
    self.violation = violation
    self.log = log
    self.profile = profile
    self.readings = readings
    self.config = config
    self.start = start
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
