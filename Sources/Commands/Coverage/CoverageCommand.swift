import ArgumentParser
import Diagnostics
import Reports
import SpecFormat
import Specs

/// Shows which requirements specs cover, and which none does.
struct CoverageCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage", abstract: "Requirements and the scenarios that cover them.")

  @Argument(help: "Specs or folders of specs; without any, the folder Specs.", completion: .specs)
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "A matrix of seeded faults, as .ci/mutants writes it: which of them nothing catches, and "
        + "which requirements are not tried by one that their own scenarios catch.",
      valueName: "file"), completion: .traces)
  var mutants: String?

  @Flag(
    help: ArgumentHelp(
      "Exit with 1 when a clause is not covered, a fault survives, or the scenarios that cover a "
        + "clause catch none of its faults."))
  var strict = false

  @OptionGroup var output: OutputOptions

  func report(in context: CommandContext) async throws -> CoverageReport {
    let session = try CheckSession(SpecRequest(paths: paths), systems: context.systems)
    guard !session.catalogues.isEmpty else {
      throw Stop(.invalid, "there is no catalogue: requirements.yaml beside the specs or in Specs")
    }
    let results = await ScenarioRunners.run(
      session.runs, session.options, jobs: 1, failFast: false,
      progress: ProgressBar(context.errors, total: session.runs.count, unit: "scenarios"))
    let coverage = Coverage(session.catalogues, results)
    let faults = try mutants.map { FaultCoverage(try FaultMatrix(file: $0), coverage) }
    return CoverageReport(
      session: session, coverage: coverage, faults: faults, isStrict: strict)
  }
}

/// Which requirements specs cover, and which seeded faults they catch.
struct CoverageReport: PrintedReport {
  let session: CheckSession
  let coverage: Coverage
  let faults: FaultCoverage?
  let isStrict: Bool

  var findings: [Diagnostic] { session.findings }

  var verdict: Verdict {
    if findings.contains(where: { $0.severity == .error }) { return .invalid }
    let isComplete = coverage.uncovered.isEmpty && faults?.isComplete != false
    return isStrict && !isComplete ? .finding : .clean
  }

  static let reported = ReportMembers<CoverageReport> { it in
    it.include(\.coverage)
    it("faults", \.faults, "Which faults of --mutants are caught, and by what.")
  }

  func text(_ style: TextStyle) -> String {
    let renderer = DiagnosticRenderer(sources: session.sources.texts(for: findings), style: style)
    return renderer.lines(findings) + (faults?.text ?? coverage.text)
  }
}
