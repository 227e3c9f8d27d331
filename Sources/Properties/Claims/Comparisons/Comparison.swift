import EventSourcing
import Rules
import Simulation

/// A run that is over, with all that is needed to repeat it.
public struct FinishedRun<S: System>: Sendable {
  /// How it began.
  public let setting: RunSetting<S>
  /// The choices that led through it.
  public let choices: [World<S>.Choice]
  /// The log of the run.
  public let log: EventLog<S.Machine.Event, S.Machine.Effect>

  /// Keeps a run that is over.
  public init(
    setting: RunSetting<S>, choices: [World<S>.Choice],
    log: EventLog<S.Machine.Event, S.Machine.Effect>
  ) {
    self.setting = setting
    self.choices = choices
    self.log = log
  }
}

/// A metamorphic property: it compares a finished run with another one that is made from it.
public struct Comparison<S: System>: Sendable {
  /// The id and the sentence of the claim.
  public let claim: PropertyClaim
  /// The outcome of comparing a run.
  public let judge: @Sendable (FinishedRun<S>) -> Outcome

  /// The outcome of comparing a run.
  public enum Outcome: Equatable, Sendable {
    /// The run has nothing that the claim is about.
    case notMet
    /// The claim holds for the run.
    case holds
    /// The claim does not hold; the records show it and the sentence gives the figures.
    case broken(witnesses: [Witness], String)
  }

  /// Makes a comparison a property.
  public init(_ claim: PropertyClaim, judge: @escaping @Sendable (FinishedRun<S>) -> Outcome) {
    self.claim = claim
    self.judge = judge
  }
}
