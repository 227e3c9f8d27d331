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
  /// What became of the scenarios, in the order in which they are reported.
  let results: [ScenarioResult]
  /// Their runs; under `--fail-fast` there may be more of them.
  private let runs: [ScenarioRun]
  var report: RunReport

  /// Runs `scenarios`, which are those of `session` in some order.
  init(
    _ runs: [ScenarioRun], of session: CheckSession, _ wanted: CheckCommand,
    variesReadings: Bool = false, in context: CommandContext
  ) async throws {
    self.session = session
    self.runs = runs
    let clock = RunClock()
    results = await ScenarioRunners.run(
      runs, session.options, jobs: wanted.width, failFast: wanted.failFast,
      progress: ProgressBar(context.errors, total: runs.count, unit: "scenarios"))
    report = RunReport(scenarios: results.map(\.report))
    report.span = clock.span
    report.diagnostics = session.findings + warnings
    if wanted.ties != nil { report.ties = TieVariation(runs, results, session.options) }
    report.verdict = verdict(isStrict: wanted.strict)
    if variesReadings {
      report.readings = [ReadingVariation](runs, results, session.options)
    }
  }

  /// How many scenarios were to run.
  var selected: Int { runs.count }

  /// Each result with the trace of its run, which is run again for that.
  var traces: [(result: ScenarioResult, trace: () -> [UInt8])] {
    zip(runs, results).map { [options = session.options] run, result in
      (result, { run.trace(options) })
    }
  }

  /// What can be said only after the run.
  private var warnings: [Diagnostic] {
    (results.count == selected ? unexercised : []) + allSkipped
  }

  /// A rule that no scenario of its file exercised; a selection of a few says nothing about that.
  private var unexercised: [Diagnostic] {
    session.specs.flatMap { spec -> [Diagnostic] in
      let own = results.filter { $0.title.place.file == spec.path }
      return own.count == spec.scenarios.count ? spec.unexercisedRules(in: own) : []
    }
  }

  /// Skipping every scenario is one more way to run nothing.
  private var allSkipped: [Diagnostic] {
    let ran = results.contains { $0.report.outcome != .skipped }
    return ran || results.isEmpty ? [] : [Selection.allSkipped]
  }

  private func verdict(isStrict: Bool) -> Verdict {
    var verdict = Verdict.clean
    if report.scenarios.contains(where: \.outcome.isFailure) { verdict = .finding }
    if isStrict, report.ties?.dependent.isEmpty == false { verdict = .finding }
    for finding in report.diagnostics {
      if finding.severity == .error { verdict = max(verdict, .invalid) }
      if isStrict { verdict = max(verdict, finding.code.kind == .input ? .invalid : .finding) }
    }
    return results.isEmpty ? max(verdict, .invalid) : verdict
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
