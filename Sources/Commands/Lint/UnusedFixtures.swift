import Diagnostics
import SpecFormat
import YAML

/// Fixtures of one's own that no spec names under `use`.
struct UnusedFixtures {
  private(set) var findings: [Diagnostic] = []

  /// Looks for fixtures below the folders, all of whose specs are among the documents.
  init(_ documents: [YAMLNode], folders: [String], _ sources: SpecSources) {
    let used = Set(documents.flatMap(usedFixtures))
    for folder in folders {
      for path in FileTree.files(below: folder, suffix: ".yaml").found {
        let parts = path.split(separator: "/")
        guard parts.count > 1, parts[parts.count - 2] == "fixtures", let file = parts.last,
          !used.contains(String(file.dropLast(".yaml".count)))
        else { continue }
        let root = sources.files[path].flatMap { try? parseYAML($0, file: path) }
        let place = root?["fixture"]?.place ?? Place(file: path, line: 1, column: 1)
        findings.append(
          Diagnostic(
            .unusedFixture, severity: .warning, "no spec uses this fixture", at: place,
            proposal: "name it under 'use', or remove the file"))
      }
    }
  }
}

/// The names under `use`, wherever they stand.
private func usedFixtures(in node: YAMLNode) -> [String] {
  switch node.content {
  case .scalar: []
  case .list(let elements): elements.flatMap(usedFixtures)
  case .map(let entries):
    entries.flatMap { entry in
      entry.key == "use"
        ? (entry.value.elements ?? []).compactMap(\.text) : usedFixtures(in: entry.value)
    }
  }
}
