import Diagnostics
import EventSourcing
import Rules
import Simulation
import YAML

/// Reads specs of one system; what can be shared between files is prepared once.
public struct SpecReader<S: System>: Sendable {
  let system: SystemSchema<S>
  let files: SpecFiles

  /// Prepares to read specs; fixtures are looked up in `files`.
  public init(files: SpecFiles) {
    system = SystemSchema()
    self.files = files
  }

  /// Reads a spec; without a catalogue, what `covers` names is only warned about.
  public func read(_ document: SpecDocument, catalogue: Catalogue?) -> SpecFile<S> {
    let findings = Findings()
    var reader = FileReader(
      context: ReadingContext(system: system, findings: findings), path: document.path,
      files: files, catalogue: catalogue)
    reader.read(document.root)
    let scenarios = findings.all.contains { $0.severity == .error } ? [] : reader.scenarios
    // The rules of the file come first in every scenario.
    let ruleCount = document.root["always"]?.elements?.count ?? 0
    return SpecFile(
      path: document.path, feature: document.root["feature"]?.text,
      section: document.root["section"]?.text, scenarios: scenarios,
      rules: Array(scenarios.first?.rules.prefix(ruleCount) ?? []),
      findings: findings.sorted)
  }
}
