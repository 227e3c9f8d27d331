import Diagnostics
import EventSourcing
import Reports
import SpecFormat

/// A scenario with all that its run needs, whatever its machine.
public struct ScenarioRun: Sendable {
  /// The scenario as it is written.
  public let scenario: Scenario
  /// Runs and judges it.
  public let perform: @Sendable (RunOptions) -> ScenarioResult
  /// Runs it again for its trace: the logs of all would have to be kept otherwise, and most are
  /// never asked for.
  public let trace: @Sendable (RunOptions) -> [UInt8]
}

/// The result of one scenario: its report, and what only a run of specs asks beside it.
public struct ScenarioResult: Sendable {
  /// The scenario's title.
  public let title: ScenarioTitle
  /// The report on it.
  public var report: ScenarioReport
  /// The findings that do not make it fail.
  public internal(set) var warnings: [Diagnostic] = []
  /// The use of each rule in the run, by the places of the rules.
  var rules: [UsedRule: RuleUse] = [:]
  /// The parts of the run in which the failures lie.
  public internal(set) var marks: [FailureMark] = []
  /// The expected values from which the run differs.
  public internal(set) var differences: [ValueDifference] = []
  /// Its steps at the times that they had, up to where the run ended.
  package var steps: [Step]
  /// The instant of time zero, from which the spec counts; what is history comes before it.
  public internal(set) var start: Instant
}

extension ScenarioResult {
  /// A scenario with what was found in its run; a known bug has to fail.
  init(_ scenario: Scenario, findings: [Diagnostic]) {
    guard let knownBug = scenario.knownBug else {
      self.init(scenario, findings.isEmpty ? .passed : .failed, findings)
      return
    }
    guard findings.isEmpty else {
      self.init(scenario, .knownBug, because: knownBug.text, findings)
      return
    }
    let finding = Diagnostic(
      .unexpectedPass, "'\(scenario.title.label)' is marked known_bug but passed",
      at: knownBug.place, proposal: "remove the mark")
    self.init(scenario, .unexpectedPass, because: knownBug.text, [finding])
  }

  init(
    _ scenario: Scenario, _ outcome: ScenarioReport.Outcome, because reason: String? = nil,
    _ failures: [Diagnostic]
  ) {
    title = scenario.title
    report = ScenarioReport(
      id: title.label, name: title.name, file: title.place.file, line: title.line, tags: title.tags,
      covers: scenario.covers.map(\.text), outcome: outcome, reason: reason, failures: failures)
    steps = scenario.steps
    start = scenario.given.clock
  }
}

/// A run as its judge sees it, in closures made where the machine's types are known.
struct RunView {
  /// The wanted fields of a record, by its number.
  let fields: (Int64, FieldSelection) -> Value?
  /// The state of a party at an instant.
  let state: (String, Instant, FieldSelection) -> Value
  /// The visible state of the simulated backends.
  let backend: (FieldSelection) -> Value
  /// The armed timers of a party.
  let timers: (String) -> [PendingTimer]
  /// The instant of a record that is waited for, from a number and an instant on.
  let instant: (Trigger, _ first: Int64, _ zero: Instant) -> Instant?
  /// The instants of the records with a name, from a number and an instant on.
  let instants: (_ name: String, _ first: Int64, _ zero: Instant) -> [Instant]
}

/// An effect in a run, from time zero on.
struct ObservedEffect: Equatable, Sendable {
  var seq: Int64
  var at: Instant
  var party: String
  var name: String
}

/// Reads the effects of all parties from a growing log, each once.
struct ObservedEffects {
  private let zero: Instant
  private var seen = 0

  init(from zero: Instant) { self.zero = zero }

  /// The effects since the last call.
  mutating func new<Event, Effect>(in log: EventLog<Event, Effect>) -> [ObservedEffect] {
    defer { seen = log.records.count }
    return log.records[seen...].compactMap { record in
      guard let name = record.effectName, record.at >= zero else { return nil }
      return ObservedEffect(
        seq: record.seq, at: record.at, party: record.party, name: name.description)
    }
  }
}

/// The reason for which a run cannot be repeated.
public struct RepeatedRunError: Error {
  /// The reason, in a few words.
  public let message: String
}
