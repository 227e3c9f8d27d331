import ArgumentParser
import Diagnostics
import Reports
import SpecFormat
import Specs
import YAML

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
    let session = try CheckSession(paths: paths, systems: context.systems)
    let results = try await session.runs.performed(session.options)
    let folders = (paths.isEmpty ? ["Specs"] : paths).filter { FileTree.isFolder($0) == true }
    return LintReport(session, results, folders: folders)
  }
}

/// The questionable parts of specs that were read and run.
struct LintReport: PrintedReport {
  private let session: CheckSession
  /// The findings that no remark justifies, in the order of files and lines.
  private let questionable: [Diagnostic]
  private let justified: [Diagnostic]

  /// Looks at the specs of `session`, whose `results` came, and at the fixtures in `folders`.
  init(_ session: CheckSession, _ results: [ScenarioResult], folders: [String]) {
    self.session = session
    var found = results.flatMap(\.warnings)
    var documents: [YAMLNode] = []
    for spec in session.specs {
      found += spec.questionable(session.catalogues)
      found += spec.unexercisedRules(in: results.filter { $0.title.place.file == spec.path })
      if let document = session.sources.tree(of: spec.path) { documents.append(document) }
    }
    found += TwinScenarios(documents).findings + documents.flatMap(ReplacedSteps.findings)
    found += UnusedFixtures.findings(documents, folders: folders, session.sources)
    let texts = session.sources.texts(for: found)
    let ordered = found.eachOnce().sorted { left, right in
      guard let one = left.place, let other = right.place else { return right.place != nil }
      return (one.file, one.line, one.column, left.code.id)
        < (other.file, other.line, other.column, right.code.id)
    }
    justified = ordered.filter(texts.justify)
    questionable = ordered.filter { !texts.justify($0) }
  }

  var findings: [Diagnostic] { session.findings + questionable }

  var verdict: Verdict {
    if session.hasErrors { return .invalid }
    return questionable.isEmpty ? .clean : .finding
  }

  static let reported = ReportMembers<LintReport> { it in
    it("justified", \.justified, "The findings that a comment justifies.")
  }

  func text(_ style: TextStyle) -> String {
    let renderer = DiagnosticRenderer(sources: session.sources.texts(for: findings), style: style)
    return findings.map { renderer.text($0) + "\n\n" }.joined()
      + "\(counted(session.runs.count, "scenario")): \(counted(questionable.count, "finding")), "
      + "\(justified.count) justified\n"
  }
}

extension Spec {
  /// Finds all that is questionable about it by itself.
  func questionable(_ catalogues: [Catalogue]) -> [Diagnostic] {
    // The rows of one scenario share its name and what it claims.
    let first = scenarios.filter { $0.title.row?.number ?? 1 == 1 }
    return first.flatMap { [VagueName.finding($0.title), $0.emptyFinding].compactMap(\.self) }
      + WideWindows(catalogues).findings(self)
  }
}

extension Scenario {
  /// The finding that it asserts nothing.
  fileprivate var emptyFinding: Diagnostic? {
    guard assertsNothing else { return nil }
    return Diagnostic(
      .assertsNothing, severity: .warning, "any machine would pass this scenario",
      at: title.place, proposal: "claim an effect or a state")
  }
}

extension SpecSources {
  /// The YAML of a spec; `nil` for what cannot be read, which has a finding of its own.
  func tree(of path: String) -> YAMLNode? {
    files[path].flatMap { try? parseYAML($0, file: path) }
  }
}

extension [SourceText] {
  /// Whether a comment on the line of the finding, or on the one above it, says why it is meant as
  /// it stands: `# lint: L003 the reason`.
  func justify(_ finding: Diagnostic) -> Bool {
    guard let place = finding.place, let text = first(where: { $0.file == place.file }) else {
      return false
    }
    return [place.line, place.line - 1].contains { number in
      guard number > 0, let line = text.line(number),
        let comment = line.firstRange(of: "# lint: \(finding.code.id) ")
      else { return false }
      return line[comment.upperBound...].contains { !$0.isWhitespace }
    }
  }
}
