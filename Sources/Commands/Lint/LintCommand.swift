import ArgumentParser
import Diagnostics
import Reports
import SpecFormat
import Specs

/// Looks for specs that run, but prove less than they seem to.
struct LintCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Specs that prove less than they seem to.",
    discussion: """
      Vague names, scenarios that assert nothing, rules that nothing exercises, fixtures that no \
      spec uses, scenarios that say the same, steps that replace those of 'defaults', and \
      windows wider than the requirement allows. \
      'explain CODE' says more about each. A comment '# lint: CODE reason' on the line of a \
      finding, or above it, justifies it.
      """)

  @Argument(help: "Specs or folders of specs; without any, the folder Specs.", completion: .specs)
  var paths: [String] = []

  @OptionGroup var output: OutputOptions

  func report(in context: CommandContext) async throws -> LintReport {
    let session = try CheckSession(SpecRequest(paths: paths), systems: context.systems)
    let results = await ScenarioRunners.run(
      session.runs, session.options, jobs: 1, failFast: false)
    let folders = (paths.isEmpty ? ["Specs"] : paths).filter { FileTree.isFolder($0) == true }
    let linter = Linter(session, results, folders: folders)
    return LintReport(session: session, linter: linter, scenarios: session.runs.count)
  }
}

/// The questionable parts of specs.
struct LintReport: PrintedReport {
  let session: CheckSession
  let linter: Linter
  let scenarios: Int

  var findings: [Diagnostic] { session.findings + linter.findings }

  var verdict: Verdict {
    if session.findings.contains(where: { $0.severity == .error }) { return .invalid }
    return linter.findings.isEmpty ? .clean : .finding
  }

  static let reported = ReportMembers<LintReport> { it in
    it("justified", \.linter.justified, "What a comment justifies.")
  }

  func text(_ style: TextStyle) -> String {
    let renderer = DiagnosticRenderer(sources: session.sources.texts(for: findings), style: style)
    return findings.map { renderer.text($0) + "\n\n" }.joined()
      + "\(counted(scenarios, "scenario")): \(counted(linter.findings.count, "finding")), "
      + "\(linter.justified.count) justified\n"
  }
}
