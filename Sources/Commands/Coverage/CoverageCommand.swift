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
    let session = try CheckSession(paths: paths, systems: context.systems)
    guard !session.catalogues.isEmpty else {
      if session.hasErrors { throw Stop(session.findings) }
      throw Stop(.invalid, "there is no catalogue: requirements.yaml beside the specs or in Specs")
    }
    let results = try await session.runs.performed(
      session.options,
      progress: ProgressBar(context.errors, total: session.runs.count, unit: "scenarios"))
    let coverage = Coverage(session.catalogues, results)
    let faults = try mutants.map { FaultCoverage(try FaultMatrix(file: $0), coverage) }
    return CoverageReport(
      session: session, coverage: coverage, faults: faults, isStrict: strict)
  }
}

/// The requirements that specs cover, and the seeded faults that they catch.
struct CoverageReport: PrintedReport {
  let session: CheckSession
  let coverage: Coverage
  let faults: FaultCoverage?
  let isStrict: Bool

  /// The findings of the session and of a strict run; the text has lines of its own for these.
  var findings: [Diagnostic] {
    session.findings + (isStrict && !session.hasErrors ? gaps : [])
  }

  private var gaps: [Diagnostic] {
    func gap(_ message: String, _ id: String) -> Diagnostic {
      Diagnostic(.coverageGap, message, at: coverage.places[id], labels: [])
    }
    let uncovered = coverage.uncovered.map {
      gap("no scenario that passes covers \($0.id): \($0.says)", $0.id)
    }
    let unnoticed = (faults?.unnoticed ?? []).map {
      gap("the scenarios that cover \($0.id) catch none of its faults", $0.id)
    }
    let survivors = (faults?.survivors ?? []).map {
      gap("nothing catches the fault \($0.id): \($0.means)", "")
    }
    return uncovered + unnoticed + survivors
  }

  var verdict: Verdict {
    if session.hasErrors { return .invalid }
    let isComplete = coverage.uncovered.isEmpty && faults?.isComplete != false
    return isStrict && !isComplete ? .finding : .clean
  }

  static let reported = ReportMembers<CoverageReport> { it in
    it.include(\.coverage)
    it("faults", \.faults, "The faults of --mutants, and what catches them.")
  }

  func text(_ style: TextStyle) -> String {
    session.findings.text(style, sources: session.sources.texts(for: session.findings))
      + (faults?.text ?? coverage.text)
  }
}

/// Requirements, clause by clause, and the scenarios that name them in `covers`; only one that
/// passes counts.
struct Coverage {
  /// The statements that are covered or not: clauses, and requirements without any.
  private(set) var lines: [RequirementReport] = []
  /// Requirements with clauses. A scenario that names one by its bare id covers no clause of it.
  private(set) var whole: [RequirementReport] = []
  /// The places of the statements in their catalogues.
  private(set) var places: [String: Place] = [:]

  init(_ catalogues: [Catalogue], _ results: [ScenarioResult]) {
    var passing: [String: [String]] = [:]
    var failing: [String: [String]] = [:]
    for result in results {
      let label = result.title.id?.text ?? result.title.name
      if result.report.outcome == .passed {
        passing.add(label, under: result.report.covers)
      } else {
        failing.add(label, under: result.report.covers)
      }
    }
    func line(_ statement: Statement) -> RequirementReport {
      let id = statement.id.text
      return RequirementReport(
        id: id, says: statement.says, passing: passing[id] ?? [], failing: failing[id] ?? [])
    }
    let requirements = catalogues.flatMap(\.requirements)
    for statement in requirements.flatMap(\.statements) {
      places[statement.id.text] = statement.id.place
    }
    lines = requirements.flatMap(\.statements).map(line)
    whole = requirements.filter { !$0.clauses.isEmpty }.map { line($0.whole) }
  }

  var uncovered: [RequirementReport] { lines.filter { !$0.isCovered } }

  /// The number of covered statements among all.
  var sentence: String {
    "\(lines.count - uncovered.count) of \(counted(lines.count, "requirement")) covered"
  }

  var text: String {
    var table = TextTable([.left, .right, .left])
    for line in lines {
      table.add([line.id, "\(line.passing.count)", abridged(line.passing)])
    }
    var text = table.lines()
    text += ["", sentence]
    for line in uncovered {
      text.append("not covered: \(line.id)  \(line.says)")
      if !line.failing.isEmpty {
        text.append(
          "             it has \(line.failing.joined(separator: " ")), which did not pass")
      }
    }
    for line in whole where !line.passing.isEmpty {
      text.append(
        "covers the requirement, none of its clauses: \(line.id)  "
          + abridged(line.passing))
    }
    return text.map { visible($0) + "\n" }.joined()
  }
}

extension Coverage: ReportedRecord {
  static let reported = ReportMembers<Coverage> { it in
    it.list("requirements", \.lines, "Requirements and clauses in the order of the catalogue.") {
      $0("id", \.id, "The requirement or clause.")
      $0("says", \.says, "The statement.")
      $0("covered", \.isCovered, "Whether a passing scenario covers it.")
      $0("scenarios", \.passing, "The passing scenarios that cover it.")
      $0("failing", \.failing, "The failing ones.")
    }
    it.list("whole_requirements", \.whole, "Requirements with clauses, named by their bare ids.") {
      $0("id", \.id, "The requirement.")
      $0("says", \.says, "The statement.")
      $0("scenarios", \.passing, "The passing scenarios that name it.")
      $0("failing", \.failing, "The failing ones.")
    }
  }
}

/// The first few of `labels`.
func abridged(_ labels: [String]) -> String {
  labels.prefix(6).joined(separator: " ") + (labels.count > 6 ? " …" : "")
}

extension [String: [String]] {
  /// Adds `label` to the lists of `ids`; the rows of one scenario count once.
  fileprivate mutating func add(_ label: String, under ids: [String]) {
    for id in ids where self[id]?.last != label { self[id, default: []].append(label) }
  }
}
