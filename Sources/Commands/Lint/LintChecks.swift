import Diagnostics
import EventSourcing
import Files
import SpecFormat
import Specs
import YAML

/// Scenarios that say the same as an earlier one, and rows that repeat one.
struct TwinScenarios {
  private(set) var findings: [Diagnostic] = []
  private var known: [String: Place] = [:]

  /// The keys that name a scenario or comment on it, and change nothing in it.
  private static let remarks = ["name", "id", "covers", "tags", "note"]
  /// The keys that a file says for all its scenarios.
  private static let shared = ["sdk", "defaults", "observe", "always", "groups"]

  /// Compares the scenarios of all documents with each other.
  init(_ documents: [YAMLNode]) {
    for document in documents {
      let common = TwinScenarios.shared.map { document[$0].map(canonical) ?? "" }
      // The same name is another file in another folder.
      let folder = document.namesFiles ? [POSIX.folder(of: document.place.file)] : []
      for scenario in document["scenarios"]?.elements ?? [] { add(scenario, common + folder) }
    }
  }

  private mutating func add(_ scenario: YAMLNode, _ common: [String]) {
    let content = (scenario.entries ?? []).filter { !TwinScenarios.remarks.contains($0.key) }
    let text = (common + [canonical(content)]).joined(separator: "\n")
    let place = scenario["name"]?.place ?? scenario.place
    if let first = known[text] {
      report("this scenario says the same as another one", at: place, first: first)
    } else {
      known[text] = place
    }
    var rows: [String: Place] = [:]
    for row in scenario["examples"]?["rows"]?.elements ?? [] {
      let cells = canonical(row)
      if let first = rows[cells] {
        report("this row repeats another one", at: row.place, first: first)
      }
      rows[cells] = rows[cells] ?? row.place
    }
  }

  private mutating func report(_ message: String, at place: Place, first: Place) {
    findings.append(
      Diagnostic(
        .twinScenario, severity: .warning, message, at: place,
        labels: [.init(place, "change it or remove it"), .init(first, "the first one")]))
  }
}

/// A node as text that is the same for nodes of the same content, whatever their order of keys,
/// their layout and the remarks in them.
private func canonical(_ node: YAMLNode) -> String {
  switch node.content {
  case .scalar(let text, .plain): "\(text.utf8.count):\(text)"
  case .scalar(let text, _): "\"\(text.utf8.count):\(text)"
  case .list(let elements): "[\(elements.map(canonical).joined(separator: ","))]"
  case .map(let entries): canonical(entries)
  }
}

private func canonical(_ entries: [YAMLEntry]) -> String {
  let members = entries.filter { $0.key != "note" }.map { "\($0.key)=\(canonical($0.value))" }
  return "{\(members.sorted().joined(separator: ","))}"
}

/// Scenarios with steps of their own in a file whose `defaults` have some.
enum ReplacedSteps {
  static func findings(_ document: YAMLNode) -> [Diagnostic] {
    guard let common = document["defaults"]?["steps"] else { return [] }
    return (document["scenarios"]?.elements ?? []).compactMap { scenario in
      guard let own = scenario.entries?.first(where: { $0.key == "steps" }) else { return nil }
      return Diagnostic(
        .replacedSteps, severity: .warning, "these steps replace those of 'defaults'",
        at: own.keyPlace,
        labels: [
          .init(own.keyPlace, "nothing of the common steps happens here"),
          .init(common.place, "the common steps"),
        ])
    }
  }
}

/// Fixtures of one's own that no spec names under `use`.
enum UnusedFixtures {
  /// Looks for fixtures below the folders, all of whose specs are among the documents.
  static func findings(
    _ documents: [YAMLNode], folders: [String], _ sources: SpecSources
  ) -> [Diagnostic] {
    // The names under 'use', wherever they stand.
    let uses = documents.flatMap(\.allEntries).filter { $0.key == "use" }.map(\.value)
    let used = Set(uses.flatMap { ($0.elements ?? [$0]).compactMap(\.text) })
    let paths = folders.flatMap { FileTree.files(below: $0, suffix: ".yaml").found }
    return paths.compactMap { path in
      let parts = path.split(separator: "/")
      guard parts.count > 1, parts[parts.count - 2] == "fixtures", let file = parts.last,
        !used.contains(String(file.dropLast(".yaml".count)))
      else { return nil }
      let place = sources.tree(of: path)?["fixture"]?.place
      return Diagnostic(
        .unusedFixture, severity: .warning, "no spec uses this fixture",
        at: place ?? Place(file: path, line: 1, column: 1),
        proposal: "name it under 'use', or remove the file")
    }
  }
}

extension YAMLNode {
  /// Whether it names a file beside its own: a recording, a table or rules.
  fileprivate var namesFiles: Bool {
    allEntries.contains { $0.key == "file" || $0.key == "use" && $0.value.text != nil }
  }
}

/// Names of scenarios that claim nothing.
enum VagueName {
  /// The endings of names that say only that all is well.
  private static let empty = [
    "works", "correctly", "properly", "as expected", "as intended", "is correct", "is fine",
    "successfully",
  ]
  /// The beginnings of names that say only that they are names.
  private static let labels = ["test", "scenario", "case", "todo", "check that", "example"]

  /// The finding about a name, where it has one.
  static func finding(_ title: ScenarioTitle) -> Diagnostic? {
    problem(title.name).map { problem in
      Diagnostic(
        .vagueName, severity: .warning, "the name says nothing: \(problem)", at: title.place,
        proposal: "say what must hold, as a claim that can be wrong")
    }
  }

  private static func problem(_ name: String) -> String? {
    let words = name.lowercased().split { $0.isWhitespace || $0.isPunctuation }
    if words.count < 3 { return "it is shorter than three words" }
    let text = words.joined(separator: " ")
    if let end = empty.first(where: { text.hasSuffix(" \($0)") }) { return "it ends '\(end)'" }
    if let start = labels.first(where: { text.hasPrefix("\($0) ") }) {
      return "it begins '\(start)'"
    }
    return nil
  }
}

/// Claims that allow an effect more time than the requirements that they cover.
struct WideWindows {
  private var allowed: [String: TimeSpan] = [:]

  /// Takes the windows of the requirements; a clause has that of its requirement.
  init(_ catalogues: [Catalogue]) {
    for requirement in catalogues.flatMap(\.requirements) {
      guard let window = requirement.window else { continue }
      for id in [requirement.id] + requirement.clauses.map(\.id) { allowed[id.text] = window }
    }
  }

  func findings(_ spec: Spec) -> [Diagnostic] {
    spec.scenarios.flatMap { findings($0.windows, covers: $0.covers.map(\.text)) }
      + spec.ruleWindows.flatMap { findings([$0.window], covers: $0.covers) }
  }

  private func findings(_ windows: [ClaimedWindow], covers: [String]) -> [Diagnostic] {
    let limits = covers.compactMap { id in allowed[id].map { (id, $0) } }
    guard let (id, limit) = limits.max(by: { $0.1 < $1.1 }) else { return [] }
    return windows.filter { $0.length > limit }.map { window in
      Diagnostic(
        .wideWindow, severity: .warning,
        "this window is \(window.length.text) wide, \(id) allows \(limit.text)",
        at: window.place, proposal: "narrow it to \(limit.text)")
    }
  }
}
