import Diagnostics
import SpecFormat
import Specs
import YAML

/// What is questionable about specs that were read and run.
struct Linter {
  /// What nothing justifies, in the order of files and lines.
  private(set) var findings: [Diagnostic] = []
  /// What a comment justifies.
  private(set) var justified: [Diagnostic] = []

  /// Looks at the specs of `session`, of which `results` came, and at the fixtures in `folders`.
  init(_ session: CheckSession, _ results: [ScenarioResult], folders: [String]) {
    var found: [Diagnostic] = []
    var documents: [YAMLNode] = []
    for spec in session.specs {
      found += spec.scenarios.flatMap { VagueName.findings($0.title) + $0.emptyFinding }
      found += spec.unexercisedRules(in: results.filter { $0.title.place.file == spec.path })
      found += WideWindows(session.catalogues).findings(spec)
      if let document = session.sources.document(spec.path) { documents.append(document) }
    }
    found += TwinScenarios(documents).findings + documents.flatMap(ReplacedSteps.findings)
    found += UnusedFixtures(documents, folders: folders, session.sources).findings
    let justifications = Justifications(session.sources, of: found)
    for finding in found.inOrder {
      if justifications.cover(finding) {
        justified.append(finding)
      } else {
        findings.append(finding)
      }
    }
  }
}

extension Scenario {
  /// The finding that it asserts nothing; the rows of one scenario share it.
  fileprivate var emptyFinding: [Diagnostic] {
    guard assertsNothing, title.row?.number ?? 1 == 1 else { return [] }
    return [
      Diagnostic(
        .assertsNothing, severity: .warning, "any machine would pass this scenario",
        at: title.place, proposal: "claim an effect or a state")
    ]
  }
}

extension SpecSources {
  /// The YAML of a spec; `nil` for what cannot be read, which has a finding of its own.
  fileprivate func document(_ path: String) -> YAMLNode? {
    files[path].flatMap { try? parseYAML($0, file: path) }
  }
}

extension [Diagnostic] {
  /// By file, line and column, each once.
  fileprivate var inOrder: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return filter { seen.insert($0).inserted }.sorted { left, right in
      guard let one = left.place, let other = right.place else { return right.place != nil }
      return (one.file, one.line, one.column, left.code.id)
        < (other.file, other.line, other.column, right.code.id)
    }
  }
}
