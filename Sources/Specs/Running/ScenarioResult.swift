import Diagnostics
import EventSourcing
import Simulation
import SpecFormat

/// What became of one scenario.
public struct ScenarioResult: Sendable {
  /// The scenario's title.
  public let title: ScenarioTitle
  /// The requirements that it covers.
  public let covers: [String]
  /// Whether it passed.
  public let outcome: Outcome
  /// What was found wrong, for a known bug too; beyond a limit the rest is counted by one more.
  public let failures: [Diagnostic]
  /// Steps that left their instant unjudged.
  public let uncheckedSteps: Int
  /// The places of the rules about which anything happened.
  public var exercisedRules: Set<Place> { Set(rules.filter(\.value.isExercised).keys) }
  /// The use of each rule in the run, by the places of the rules.
  var rules: [Place: RuleUse] = [:]
  /// Where in the run the failures lie.
  public internal(set) var marks: [FailureMark] = []
  /// The expected values from which the run differs.
  public internal(set) var differences: [ValueDifference] = []

  /// The ends that a scenario can come to.
  public enum Outcome: Equatable, Sendable {
    case passed
    case failed
    /// It failed as its mark says.
    case knownBug(String)
    /// It passed although its mark says that it fails.
    case unexpectedPass(String)
    case skipped(String)

    /// Whether this outcome fails the run.
    public var isFailure: Bool {
      switch self {
      case .failed, .unexpectedPass: true
      case .passed, .knownBug, .skipped: false
      }
    }
  }
}

/// A scenario's result with the log of its run.
public struct ScenarioRun<S: System>: Sendable {
  /// What became of it.
  public internal(set) var result: ScenarioResult
  /// Everything that happened, history included.
  public let log: EventLog<S.Machine.Event, S.Machine.Effect>
  /// The profile that held before the first record.
  public let profile: String
  /// The readings that held before the first record.
  public let readings: S.Machine.Readings
  /// The configuration of the first device.
  public let config: S.Machine.Config
  /// Time zero, from which the spec counts; what is history comes before it.
  public let start: Instant
}
