import Diagnostics
import SpecFormat

/// The scenarios that are run; what is empty selects everything.
public struct Selection: Sendable {
  /// The conditions on tags; a selected scenario meets at least one of them.
  public var tags: [TagExpression]
  /// The requirements or clauses; a selected scenario covers at least one of them, itself or by one
  /// of its rules.
  public var covers: [String]
  /// The ids of the selected scenarios.
  public var ids: [String]

  /// Selects scenarios.
  public init(tags: [TagExpression] = [], covers: [String] = [], ids: [String] = []) {
    self.tags = tags
    self.covers = covers
    self.ids = ids
  }

  /// Whether `scenario` is meant; `line` is that of FILE:LINE, where one was given.
  public func contains(_ scenario: Scenario, line: Int? = nil) -> Bool {
    let title = scenario.title
    if !tags.isEmpty, !tags.contains(where: { $0.holds(for: title.tags) }) { return false }
    if !covers.isEmpty, !scenario.allCovered.contains(where: isWanted) { return false }
    if !ids.isEmpty, !ids.contains(title.id?.text ?? title.name), !ids.contains(title.label) {
      return false
    }
    guard let line else { return true }
    return scenario.stands(at: line)
  }

  /// A requirement selects its clauses too; a clause is covered by its own id alone.
  private func isWanted(_ id: String) -> Bool {
    covers.contains { wanted in id == wanted || id.hasPrefix(wanted + ".") }
  }

  /// Finds the filters that select nothing where others of their kind may select something.
  public func unmatched(among scenarios: @autoclosure () -> [Scenario]) -> [Diagnostic] {
    let filters =
      tags.map { Selection(tags: [$0]) } + covers.map { Selection(covers: [$0]) }
      + ids.map { Selection(ids: [$0]) }
    if filters.isEmpty { return [] }
    let scenarios = scenarios()
    return filters.filter { filter in !scenarios.contains { filter.contains($0) } }.map { filter in
      var finding = filter.nothingRan(among: scenarios)
      finding.severity = .warning
      finding.message.replace("nothing ran: ", with: "")
      return finding
    }
  }

  /// The finding when nothing is selected, with the closest of what there is.
  public func nothingRan(among scenarios: [Scenario]) -> Diagnostic {
    let filters: [(String, [String], [String])] = [
      ("tag", tags.flatMap(\.names), scenarios.flatMap(\.title.tags)),
      ("requirement", covers, scenarios.flatMap(\.allCovered)),
      ("id", ids, scenarios.map { $0.title.id?.text ?? $0.title.name }),
    ]
    for (kind, wanted, known) in filters {
      guard let name = wanted.first(where: { !known.contains($0) }) else { continue }
      // Another number is another requirement.
      let likely =
        kind == "requirement"
        ? known.filter { $0.filter(\.isNumber) == name.filter(\.isNumber) } : known
      let near = suggestion(for: name, among: likely.eachOnce()).map { near in
        let count = known.count { $0 == near }
        return ["did you mean '\(near)' (\(counted(count, "scenario")))?"]
      }
      let section = name.prefix { $0 != "-" } + "-"
      let others =
        kind == "requirement" ? known.eachOnce().filter { $0.hasPrefix(section) } : []
      let listed = others.isEmpty ? [] : ["known: \(others.joined(separator: ", "))"]
      return Diagnostic(
        .nothingRan, "nothing ran: no scenario has the \(kind) '\(name)'", notes: near ?? listed)
    }
    return Diagnostic(.nothingRan, "nothing ran: no scenario was selected")
  }
}

extension Selection {
  /// Returns the finding about a FILE:LINE that selects nothing, with the scenario that is nearest.
  public static func unmatched(line: Int, of spec: Spec) -> Diagnostic {
    func distance(_ title: ScenarioTitle) -> Int {
      max(title.place.line - line, line - title.lastLine)
    }
    let near = spec.scenarios.map(\.title).min { distance($0) < distance($1) }
    return Diagnostic(
      .nothingRan, severity: .warning, "no scenario stands at '\(spec.path):\(line)'",
      notes: near.map { ["help: the nearest one begins at '\(spec.path):\($0.place.line)'"] } ?? [])
  }

  /// The finding when something is selected and all of it is marked to be skipped.
  public static var allSkipped: Diagnostic {
    Diagnostic(.nothingRan, "nothing ran: every scenario that was selected is skipped")
  }
}

extension Scenario {
  /// The requirements and clauses that it covers, and those that its rules follow.
  fileprivate var allCovered: [String] { covers.map(\.text) + rules.flatMap(\.covers) }

  /// Whether the scenario is what FILE:LINE means: a row of its examples for the line of the row,
  /// else any line of the scenario.
  public func stands(at line: Int) -> Bool {
    guard title.place.line <= line, line <= title.lastLine else { return false }
    guard let row = title.row, row.lines.contains(line) else { return true }
    return row.place.line == line
  }
}
