import Diagnostics
import YAML

/// Scenarios that say the same as an earlier one, and rows that repeat one.
struct TwinScenarios {
  private(set) var findings: [Diagnostic] = []
  private var known: [String: Place] = [:]

  /// What names a scenario or comments on it, and changes nothing in it.
  private static let remarks = ["name", "id", "covers", "tags", "note"]
  /// What a file says for all its scenarios.
  private static let shared = ["sdk", "defaults", "observe", "always"]

  /// Compares the scenarios of all documents with each other.
  init(_ documents: [YAMLNode]) {
    for document in documents {
      let common = TwinScenarios.shared.map { document[$0].map(canonical) ?? "" }
      for scenario in document["scenarios"]?.elements ?? [] { add(scenario, common) }
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
