import ArgumentParser
import Diagnostics
import Reports
import SpecFormat
import Specs

/// Runs specs and reports what does not hold.
struct CheckCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Run specs in virtual time and judge them.")

  @OptionGroup var selection: CheckOptions
  @OptionGroup var running: CheckRunOptions
  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [JSONReport.self, ScenarioList.self]

  func validate() throws {
    if running.yes, !running.update {
      throw ValidationError("--yes answers the question of --update")
    }
    if running.watch {
      if running.list || running.update || running.ties != nil || selection.allReadings != nil {
        throw ValidationError("--watch goes with neither --list, --update, --ties nor --readings")
      }
      if running.saveTraces != nil || !running.reports.isEmpty || running.shuffle != nil {
        throw ValidationError("--watch goes with neither --report, --save-traces nor --shuffle")
      }
    }
    guard running.update else { return }
    if running.list || running.failFast || running.ties != nil || selection.allReadings != nil {
      throw ValidationError("--update runs scenarios once, and all of them")
    }
    if !selection.readings.isEmpty || selection.profile != nil || selection.budget != nil {
      throw ValidationError("--update writes what holds as the specs stand, without other readings")
    }
  }

  func judge(in context: CommandContext) async throws -> Verdict {
    try checkUpdateIsAllowed(in: context)
    if running.watch {
      var watch = CheckWatch(self, in: context)
      return try await watch.run()
    }
    var failed = FailedScenarios()
    let session = try session(&failed, in: context)
    var scenarios = session.runs
    if running.list { return list(scenarios, session, in: context) }
    let outputs = try CheckOutputs(running, scenarios, inputs: session.inputs)
    if let seed = shuffleSeed() {
      context.errors.write("shuffled: --shuffle=\(seed) repeats this order\n")
      scenarios = ScenarioRunners.shuffled(scenarios, seed: seed)
    }
    var run = try await CheckRun(
      scenarios, of: session, running, variesReadings: selection.allReadings != nil, in: context)
    if running.update, run.report.verdict != .clean {
      let updates = try await update(run, in: context)
      // What is written is read and run again, whatever was tried before.
      let rewritten = try self.session(&failed, in: context)
      run = try await CheckRun(
        rewritten.runs, of: rewritten, running, in: context)
      run.report.updates = updates
    }
    failed.record(run.results)
    let report = outputs.hasPage ? run.illustrated(by: context.systems) : run.report
    let writer = CheckWriter(run, report)
    writer.show(as: output.format, in: context)
    let failures = outputs.writeReports(writer.content) + outputs.saveTraces(run)
    let written = failures.map { context.report($0) }.max() ?? .clean
    return max(run.report.verdict, written)
  }

  /// Everything that the options select.
  func session(
    _ failed: inout FailedScenarios, in context: CommandContext
  ) throws -> CheckSession {
    var session = try CheckSession(selection.request, systems: context.systems)
    if selection.failed {
      let known = session.runs.map { failed.contains($0.scenario.title) }
      if known.contains(true) {
        session.keep { index, _ in known[index] }
      } else {
        context.errors.write("nothing failed last: all \(session.runs.count) run\n")
      }
    }
    if let shard = selection.shard {
      let count = session.runs.count
      session.keep { index, _ in shard.contains(index) }
      if count > 0, session.runs.isEmpty {
        throw Stop(
          .invalid,
          "nothing ran: part \(shard.number) of \(shard.count) is empty, because "
            + "\(counted(count, "scenario")) can make no more than \(count)")
      }
    }
    return session
  }

  private func shuffleSeed() -> UInt64? {
    running.shuffle.map { UInt64($0) ?? UInt64.random(in: 0...999_999) }
  }

  private func list(
    _ scenarios: [ScenarioRun], _ session: CheckSession, in context: CommandContext
  ) -> Verdict {
    let list = ScenarioList(scenarios, session.findings)
    switch output.format {
    case .json:
      context.output.write(document(list))
    case .text:
      context.output.write(list.table)
      for finding in session.findings {
        context.show(finding, sources: session.sources.texts(for: [finding]))
      }
    }
    return list.verdict
  }
}
