import Diagnostics
import EventSourcing
import Reports
import Simulation
import SpecFormat
import Traces

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

extension SpecReader {
  /// Reads a spec and prepares the runs of those scenarios that are wanted; `reproduce` repeats a
  /// run that broke a property, for systems that have some.
  public func runs(
    of document: SpecDocument, catalogue: Catalogue?, reproduce: RunReproduction<S>? = nil,
    where isWanted: (Scenario) -> Bool = { _ in true }
  ) -> (spec: Spec, runs: [ScenarioRun]) {
    let (spec, values) = read(document, catalogue: catalogue)
    var fixtures = FixtureRuns<S>()
    let runs = values.filter { isWanted($0.scenario) }.map { values in
      let fixtures = fixtures.run(for: values)
      return ScenarioRun(
        scenario: values.scenario,
        perform: { values.run($0, after: fixtures, reproduce: reproduce).result },
        trace: { options in
          encode(
            values.run(options, after: fixtures, reproduce: reproduce).trace
              .withFinalStates(of: S.self))
        })
    }
    return (spec, runs)
  }
}

/// The result of one scenario: its report, and what only a run of specs asks beside it.
public struct ScenarioResult: Sendable {
  /// The scenario's title.
  public let title: ScenarioTitle
  /// The report on it.
  public var report: ScenarioReport
  /// Steps that left their instant unjudged.
  public internal(set) var uncheckedSteps = 0
  /// The use of each rule in the run, by the places of the rules.
  var rules: [Place: RuleUse] = [:]
  /// Where in the run the failures lie.
  public internal(set) var marks: [FailureMark] = []
  /// The expected values from which the run differs.
  public internal(set) var differences: [ValueDifference] = []
  /// Time zero, from which the spec counts; what is history comes before it.
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
    start = scenario.given.clock
  }
}
