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
      context: ReadingContext(system: system, findings: findings, catalogue: catalogue), document,
      files: files)
    reader.read(document.root)
    return SpecFile(
      path: document.path, feature: reader.feature, section: reader.section,
      scenarios: findings.hasErrors ? [] : reader.scenarios,
      rules: findings.hasErrors ? [] : reader.rules, findings: findings.sorted)
  }
}
