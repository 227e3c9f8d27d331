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
      "A matrix of seeded faults, as .ci/mutants writes it: which of them nothing catches.",
      valueName: "file"), completion: .traces)
  var mutants: String?

  @Flag(help: "Exit with 1 when a requirement is not covered or a fault survives.")
  var strict = false

  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) async throws -> Verdict {
    let session = try CheckSession(SpecRequest(paths: paths), systems: context.systems)
    guard !session.catalogues.isEmpty else {
      throw Stop(.invalid, "there is no catalogue: requirements.yaml beside the specs or in Specs")
    }
    let scenarios = session.specs.flatMap(\.scenarios)
    let finished = await ScenarioRunners.run(
      scenarios, try session.runOptions(), jobs: 1, failFast: false,
      progress: ProgressBar(context.errors, total: scenarios.count, unit: "scenarios"))
    let coverage = Coverage(session.catalogues, finished.map(\.result))
    let faults = try mutants.map { FaultCoverage(try matrix($0), session.catalogues) }
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
    if session.findings.contains(where: { $0.severity == .error }) { return .invalid }
    let isComplete = coverage.uncovered.isEmpty && faults?.survivors.isEmpty != false
    return strict && !isComplete ? .finding : .clean
  }
}

/// Requirements, clause by clause, against the scenarios that cover them; only one that passes
/// counts.
struct Coverage {
  struct Line {
    var statement: Statement
    var passing: [String] = []
    var failing: [String] = []
  }

  private(set) var lines: [Line] = []

  init(_ catalogues: [Catalogue], _ results: [ScenarioResult]) {
    var indexes: [String: Int] = [:]
    for statement in catalogues.flatMap(\.requirements).flatMap(\.statements) {
      indexes[statement.id.text] = lines.count
      lines.append(Line(statement: statement))
    }
    for result in results {
      // The rows of one scenario count once.
      let label = result.title.id?.text ?? result.title.name
      let covered = result.covers.flatMap { id in
        catalogues.flatMap { $0.statements(coveredBy: id) }
      }
      for id in covered {
        guard let index = indexes[id] else { continue }
        if result.outcome == .passed {
          if lines[index].passing.last != label { lines[index].passing.append(label) }
        } else if lines[index].failing.last != label {
          lines[index].failing.append(label)
        }
      }
    }
  }

  var uncovered: [Line] { lines.filter(\.passing.isEmpty) }

  var text: String {
    var table = TextTable([.left, .right, .left])
    for line in lines {
      let shown = line.passing.prefix(6).joined(separator: " ")
      let more = line.passing.count > 6 ? " …" : ""
      table.add([line.statement.id.text, "\(line.passing.count)", shown + more])
    }
    var text = table.lines()
    text += ["", "\(lines.count - uncovered.count) of \(lines.count) requirements covered"]
    for line in uncovered {
      text.append("not covered: \(line.statement.id.text)  \(line.statement.says)")
      if !line.failing.isEmpty {
        text.append(
          "             it has \(line.failing.joined(separator: " ")), which did not pass")
      }
    }
    return text.map { visible($0) + "\n" }.joined()
  }

  func write(to document: inout JSONOutput) {
    document.list("requirements") { list in
      for line in lines {
        list.object { object in
          object.member("id", line.statement.id.text)
          object.member("says", line.statement.says)
          object.member("covered", !line.passing.isEmpty)
          object.list("scenarios") { ids in line.passing.forEach { ids.element($0) } }
          object.list("failing") { ids in line.failing.forEach { ids.element($0) } }
        }
      }
    }
  }
}
