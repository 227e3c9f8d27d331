import Diagnostics
import EventSourcing
import Simulation
import SpecFormat
import Specs
import Traces

/// A spec file ready to run, whatever system it is about.
struct LoadedSpec: Sendable {
  let path: String
  let sdk: String
  /// The selected scenarios; the line of `FILE:LINE` has been followed.
  var scenarios: [RunnableScenario]
  /// How many there are, selected or not.
  let scenarioCount: Int
  let findings: [Diagnostic]
  /// The finding when nothing of the file is selected.
  let nothingRan: @Sendable () -> Diagnostic
  /// Warnings for rules of the file that none of these results exercised.
  let unexercisedRules: @Sendable ([ScenarioResult]) -> [Diagnostic]
  /// The windows of its rules, with the requirements that each rule follows.
  let ruleWindows: [(window: ClaimedWindow, covers: [String])]
}

/// One scenario, or one row of its examples.
struct RunnableScenario: Sendable {
  let title: ScenarioTitle
  let covers: [String]
  /// The readings, as `name=value`, under which it does not say whether it holds.
  let openReadings: [String]
  /// The recorded trace that it runs instead of steps.
  let recording: String?
  /// Whether any machine would pass it.
  let assertsNothing: Bool
  /// The windows in which it accepts effects.
  let windows: [ClaimedWindow]
  let run: @Sendable (RunOptions) -> FinishedScenario
}

/// What became of a scenario, and its trace, for which it runs again: the logs of all would have
/// to be kept otherwise, and most are never asked for.
struct FinishedScenario: Sendable {
  let result: ScenarioResult
  let virtualTime: TimeSpan
  /// The time that it ran on this machine.
  let elapsed: Duration
  /// Time zero, from which the spec counts.
  let start: Instant
  let trace: @Sendable () -> [UInt8]
}

/// Reads the specs of one system.
struct SpecLoader: Sendable {
  let load: @Sendable (SpecDocument, Catalogue?, Int?, Selection) -> LoadedSpec
  /// What is wrong with the options of this run for the system.
  let findings: @Sendable (RunOptions) -> [Diagnostic]

  /// `reproduce` repeats a run that broke a property, for systems that have some.
  init<S: System>(_ system: S.Type, files: SpecFiles, reproduce: RunReproduction<S>? = nil) {
    let reader = SpecReader<S>(files: files)
    let variants = S.readingVariants
    load = { document, catalogue, line, selection in
      LoadedSpec(
        reader.read(document, catalogue: catalogue).validated(), line: line, selection, variants,
        reproduce)
    }
    findings = { $0.findings(for: S.self) }
  }
}

extension LoadedSpec {
  init<S: System>(
    _ file: SpecFile<S>, line: Int?, _ selection: Selection, _ readingVariants: [String],
    _ reproduce: RunReproduction<S>?
  ) {
    path = file.path
    sdk = S.name
    findings = file.findings
    scenarioCount = file.scenarios.count
    let chosen = file.scenarios.filter { selection.contains($0, line: line) }
    var fixtures = FixtureRuns<S>()
    scenarios = chosen.map {
      RunnableScenario($0, after: fixtures.run(for: $0), readingVariants, reproduce)
    }
    nothingRan = { selection.nothingRan(among: file.scenarios) }
    unexercisedRules = { file.unexercisedRules(in: $0) }
    ruleWindows = file.ruleWindows
  }
}

extension RunnableScenario {
  init<S: System>(
    _ scenario: Scenario<S>, after fixtures: Run<S>?, _ readingVariants: [String],
    _ reproduce: RunReproduction<S>?
  ) {
    title = scenario.title
    covers = scenario.covers.map(\.text)
    let named = scenario.namedReadings
    openReadings = readingVariants.filter { variant in
      !named.contains { variant.hasPrefix("\($0)=") }
    }
    recording = scenario.recordedTrace
    assertsNothing = scenario.assertsNothing
    windows = scenario.windows
    run = { options in
      let settings = RunSettings<S>(options, reproduce: reproduce)
      let started = ContinuousClock.now
      let done = scenario.run(settings, after: fixtures)
      return FinishedScenario(done, elapsed: ContinuousClock.now - started) {
        encode(scenario.run(settings, after: fixtures).trace(of: scenario.title))
      }
    }
  }
}

extension FinishedScenario {
  init<S: System>(
    _ run: ScenarioRun<S>, elapsed: Duration, trace: @escaping @Sendable () -> [UInt8]
  ) {
    result = run.result
    self.elapsed = elapsed
    start = run.start
    // Where nothing happens but the history, the last record lies before time zero.
    virtualTime = max(.zero, (run.log.records.last?.at ?? run.start) - run.start)
    self.trace = trace
  }
}
