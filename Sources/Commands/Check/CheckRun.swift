import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Specs

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The scenarios of a session, run and judged.
struct CheckRun {
  let session: CheckSession
  /// How many scenarios were to run; under `--fail-fast` there may be fewer results.
  let selected: Int
  /// What ran, in the order in which it is reported.
  let finished: [FinishedScenario]
  var report: RunReport

  /// Runs `scenarios`, which are those of `session` in some order.
  init(
    _ scenarios: [RunnableScenario], of session: CheckSession, _ options: CheckRunOptions,
    variesReadings: Bool = false, in context: CommandContext
  ) async throws {
    self.session = session
    selected = scenarios.count
    let settings = try session.runOptions()
    let clock = RunClock()
    finished = await ScenarioRunners.run(
      scenarios, settings, jobs: options.width, failFast: options.failFast,
      progress: ProgressBar(context.errors, total: scenarios.count, unit: "scenarios"))
    report = RunReport(scenarios: finished.map { ScenarioReport($0) })
    report.span = clock.span
    report.diagnostics = session.findings + warnings
    if options.ties != nil { report.ties = TieVariation(scenarios, finished, settings) }
    report.verdict = verdict(isStrict: options.strict)
    if variesReadings {
      report.readings = ReadingVariations(scenarios, finished, settings).variations
    }
  }

  /// What became of the scenarios, in the order in which they are reported.
  var results: [ScenarioResult] { finished.map(\.result) }

  /// What can be said only after the run.
  private var warnings: [Diagnostic] {
    (finished.count == selected ? unexercised : []) + allSkipped
  }

  /// A rule that no scenario of its file exercised; a selection of a few says nothing about that.
  private var unexercised: [Diagnostic] {
    let results = results
    return session.specs.filter { $0.scenarios.count == $0.scenarioCount }.flatMap { spec in
      spec.unexercisedRules(results.filter { $0.title.place.file == spec.path })
    }
  }

  /// Skipping every scenario is one more way to run nothing.
  private var allSkipped: [Diagnostic] {
    let ran = finished.contains { finished in
      if case .skipped = finished.result.outcome { false } else { true }
    }
    return ran || finished.isEmpty ? [] : [Selection.allSkipped]
  }

  private func verdict(isStrict: Bool) -> Verdict {
    var verdict = Verdict.clean
    if report.scenarios.contains(where: \.outcome.isFailure) { verdict = .finding }
    if isStrict, report.ties?.dependent.isEmpty == false { verdict = .finding }
    for finding in report.diagnostics {
      if finding.severity == .error { verdict = max(verdict, .invalid) }
      if isStrict { verdict = max(verdict, finding.code.kind == .input ? .invalid : .finding) }
    }
    return finished.isEmpty ? max(verdict, .invalid) : verdict
  }
}

/// When a run began, by this machine's clocks: for reports whose form asks for it, and never for
/// anything that is compared.
private struct RunClock {
  private let began = Date().timeIntervalSince1970
  private let start = ContinuousClock.now

  /// From the beginning until now.
  var span: MachineSpan {
    MachineSpan(
      start: Instant(milliseconds: Int64(began * 1000)), length: ContinuousClock.now - start)
  }
}

extension CheckRunOptions {
  /// How many scenarios run at once.
  var width: Int { jobs > 0 ? jobs : coreCount }
}
