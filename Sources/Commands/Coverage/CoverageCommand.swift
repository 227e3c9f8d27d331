import ArgumentParser
import Diagnostics
import JSON
import Reports
import SpecFormat
import Specs

/// Shows which requirements specs cover, and which none does.
struct CoverageCommand: VerbCommand {
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

  func judge(in context: CommandContext) async throws -> Verdict {
    let session = try CheckSession(SpecRequest(paths: paths), systems: context.systems)
    guard !session.catalogues.isEmpty else {
      throw Stop(.invalid, "there is no catalogue: requirements.yaml beside the specs or in Specs")
    }
    let results = await ScenarioRunners.run(
      session.runs, session.options, jobs: 1, failFast: false,
      progress: ProgressBar(context.errors, total: session.runs.count, unit: "scenarios"))
    let coverage = Coverage(session.catalogues, results)
    let faults = try mutants.map { FaultCoverage(try matrix($0), coverage) }
    let verdict = verdict(of: coverage, faults, session)
    switch output.format {
    case .json:
      context.output.write(
        document(verdict, findings: session.findings) { document in
          coverage.write(to: &document)
          faults?.write(to: &document)
        })
    case .text:
      let sources = session.sources.texts(for: session.findings)
      for finding in session.findings { context.show(finding, sources: sources) }
      context.output.write(faults?.text ?? coverage.text)
    }
    return verdict
  }

  private func matrix(_ path: String) throws(Stop) -> FaultMatrix {
    let bytes: [UInt8]
    do throws(ReadFailure) {
      bytes = try FileBytes.contents(of: path, limit: FileBytes.streamLimit)
    } catch {
      throw Stop([.unreadable(path, error)])
    }
    do throws(Diagnostic) {
      return try FaultMatrix(bytes, file: path)
    } catch {
      throw Stop([error])
    }
  }

  private func verdict(
    of coverage: Coverage, _ faults: FaultCoverage?, _ session: CheckSession
  ) -> Verdict {
    if session.hasErrors { return .invalid }
    let isComplete = coverage.uncovered.isEmpty && faults?.isComplete != false
    return strict && !isComplete ? .finding : .clean
  }
}
