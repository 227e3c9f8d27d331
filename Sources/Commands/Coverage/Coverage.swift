import Diagnostics
import JSON
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
      if result.outcome == .passed {
        passing.add(label, under: result.covers)
      } else {
        failing.add(label, under: result.covers)
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

  func write(to document: inout JSONOutput) {
    document.list("requirements") { list in
      for line in lines {
        list.object { object in
          object.member("id", line.statement.id.text)
          object.member("says", line.statement.says)
          object.member("covered", !line.passing.isEmpty)
          line.writeScenarios(to: &object)
        }
      }
    }
    document.list("whole_requirements") { list in
      for line in whole {
        list.object { object in
          object.member("id", line.statement.id.text)
          object.member("says", line.statement.says)
          line.writeScenarios(to: &object)
        }
      }
    }
  }
}

extension Coverage.Line {
  fileprivate func writeScenarios(to object: inout JSONOutput) {
    object.list("scenarios") { ids in passing.forEach { ids.element($0) } }
    object.list("failing") { ids in failing.forEach { ids.element($0) } }
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
