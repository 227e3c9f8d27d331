import Diagnostics
import Reports
import SpecFormat
import Specs

/// Requirements, clause by clause, and the scenarios that name them in `covers`; only one that
/// passes counts.
struct Coverage {
  struct Line {
    var statement: Statement
    var passing: [String] = []
    var failing: [String] = []
  }

  /// The statements that are covered or not: clauses, and requirements without any.
  private(set) var lines: [Line] = []
  /// Requirements with clauses. A scenario that names one by its bare id covers no clause of it.
  private(set) var whole: [Line] = []

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
    func line(_ statement: Statement) -> Line {
      let id = statement.id.text
      return Line(statement: statement, passing: passing[id] ?? [], failing: failing[id] ?? [])
    }
    let requirements = catalogues.flatMap(\.requirements)
    lines = requirements.flatMap(\.statements).map(line)
    whole = requirements.filter { !$0.clauses.isEmpty }.map { line($0.whole) }
  }

  var uncovered: [Line] { lines.filter(\.passing.isEmpty) }

  var text: String {
    var table = TextTable([.left, .right, .left])
    for line in lines {
      table.add([line.statement.id.text, "\(line.passing.count)", abridged(line.passing)])
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
    for line in whole where !line.passing.isEmpty {
      text.append(
        "covers the requirement, none of its clauses: \(line.statement.id.text)  "
          + abridged(line.passing))
    }
    return text.map { visible($0) + "\n" }.joined()
  }
}

extension Coverage: ReportedRecord {
  static let reported = ReportMembers<Coverage> { it in
    it.list("requirements", \.lines, "Requirements and clauses in the order of the catalogue.") {
      $0("id", \.statement.id.text, "The requirement or clause.")
      $0("says", \.statement.says, "The statement.")
      $0("covered", { !$0.passing.isEmpty }, "Whether a passing scenario covers it.")
      $0("scenarios", \.passing, "The passing scenarios that cover it.")
      $0("failing", \.failing, "The failing ones.")
    }
    it.list("whole_requirements", \.whole, "Requirements with clauses, named by their bare ids.") {
      $0("id", \.statement.id.text, "The requirement.")
      $0("says", \.statement.says, "The statement.")
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
