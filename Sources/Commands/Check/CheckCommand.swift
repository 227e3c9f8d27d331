import ArgumentParser
import Diagnostics
import Reports
import SpecFormat
import Specs

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs specs and tells what does not hold.
struct CheckCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Run specs in virtual time and judge them.")

  @OptionGroup var selection: CheckOptions
  @OptionGroup var running: CheckRunOptions
  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) async throws -> Verdict {
    let session = try CheckSession(selection.request, systems: context.systems)
    var scenarios = session.specs.flatMap(\.scenarios)
    if running.list { return list(scenarios, session, in: context) }
    let outputs = try CheckOutputs(running, scenarios, inputs: session.inputs)
    if let seed = shuffleSeed() {
      context.errors.write("shuffled: --shuffle=\(seed) repeats this order\n")
      scenarios = ScenarioRunners.shuffled(scenarios, seed: seed)
    }
    let options = try session.runOptions()
    let finished = await ScenarioRunners.run(
      scenarios, options, jobs: jobs, failFast: running.failFast)
    let results = finished.map(\.result)
    let complete = finished.count == scenarios.count
    var report = RunReport(
      scenarios: finished.map { ScenarioReport($0) },
      diagnostics: session.findings + (complete ? unexercised(session, results) : [])
        + allSkipped(results))
    report.verdict = verdict(report, ran: !finished.isEmpty)
    if selection.allReadings != nil {
      report.readings = ReadingVariations(scenarios, finished, options).variations
    }
    let writer = CheckWriter(
      session: session, report: report, selected: scenarios.count,
      uncheckedSteps: results.reduce(0) { $0 + $1.uncheckedSteps })
    writer.show(as: output.format, in: context)
    let failures = outputs.writeReports(writer.content) + outputs.saveTraces(finished)
    let written = failures.map { context.report($0) }.max() ?? .clean
    return max(report.verdict, written)
  }

  private var jobs: Int {
    running.jobs > 0 ? running.jobs : ProcessInfo.processInfo.activeProcessorCount
  }

  private func shuffleSeed() -> UInt64? {
    running.shuffle.map { UInt64($0) ?? UInt64.random(in: 0...999_999) }
  }

  private func verdict(_ report: RunReport, ran: Bool) -> Verdict {
    var verdict = Verdict.clean
    if report.scenarios.contains(where: \.outcome.isFailure) { verdict = .finding }
    for finding in report.diagnostics {
      if finding.severity == .error { verdict = max(verdict, .invalid) }
      if running.strict {
        verdict = max(verdict, finding.code.kind == .input ? .invalid : .finding)
      }
    }
    return ran ? verdict : max(verdict, .invalid)
  }

  /// Skipping every scenario is one more way to run nothing.
  private func allSkipped(_ results: [ScenarioResult]) -> [Diagnostic] {
    let ran = results.contains { result in
      if case .skipped = result.outcome { false } else { true }
    }
    if ran || results.isEmpty { return [] }
    return [Selection.allSkipped]
  }

  /// A rule that no scenario of its file exercised; a selection of a few says nothing about that.
  private func unexercised(
    _ session: CheckSession, _ results: [ScenarioResult]
  ) -> [Diagnostic] {
    session.specs.filter { $0.scenarios.count == $0.scenarioCount }.flatMap { spec in
      spec.unexercisedRules(results.filter { $0.title.place.file == spec.path })
    }
  }

  private func list(
    _ scenarios: [RunnableScenario], _ session: CheckSession, in context: CommandContext
  ) -> Verdict {
    let invalid = scenarios.isEmpty || session.findings.contains { $0.severity == .error }
    let verdict = invalid ? Verdict.invalid : .clean
    let list = ScenarioList(scenarios)
    switch output.format {
    case .json:
      context.output.write(document(verdict, findings: session.findings) { list.write(to: &$0) })
    case .text:
      context.output.write(list.table)
      for finding in session.findings {
        context.showError(finding, sources: session.sources.texts(for: [finding]))
      }
    }
    return verdict
  }
}
