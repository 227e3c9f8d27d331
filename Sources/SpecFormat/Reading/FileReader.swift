import Diagnostics
import EventSourcing
import Simulation
import YAML

/// Reads the file's own keys and expands its scenarios.
struct FileReader<S: System> {
  let context: ReadingContext<S>
  let path: String
  let files: SpecFiles
  /// Whether '<' stands anywhere in the file; without it there are no placeholders.
  let mayHavePlaceholders: Bool
  private(set) var feature: String?
  private(set) var section: String?
  private(set) var scenarios: [Scenario<S>] = []
  private var fileRules = 0
  private var ids: [String: Place] = [:]

  init(
    context: ReadingContext<S>, _ document: SpecDocument, files: SpecFiles
  ) {
    self.context = context
    path = document.path
    mayHavePlaceholders = document.mayHavePlaceholders
    self.files = files
  }

  /// The rules of the file, which come first in every scenario.
  var rules: [PlacedRule<S.Machine>] { Array(scenarios.first?.rules.prefix(fileRules) ?? []) }

  var findings: Findings { context.findings }

  mutating func read(_ root: YAMLNode) {
    guard let keys = Keys<SpecKey>(root, findings) else { return }
    checkFormat(keys[.format], findings)
    _ = keys[.sdk]?.plainText(findings)
    feature = keys[.feature]?.plainText(findings)
    section = keys[.section]?.plainText(findings)
    fileRules = keys[.always]?.elements?.count ?? 0
    let shared = ScenarioReader(
      context: context, path: path, files: files,
      fixtures: FixtureReader(files: files, spec: path),
      file: FileParts(
        tags: keys[.tags].map { tags($0) } ?? [], covers: keys[.covers].map(context.covers) ?? [],
        observe: keys[.observe], always: keys[.always]))
    guard let list = keys[.scenarios] else { return }
    guard let elements = list.elements, !elements.isEmpty else {
      let empty = list.elements != nil || list.isBlank
      findings.add(
        empty
          ? Diagnostic(
            .noSteps, "the spec has no scenarios", at: list.place,
            proposal: "it would pass without running anything; add '- name:'")
          : .wrongShape(list, expected: "a list of scenarios, each with '- name:'"))
      return
    }
    let defaults = keys[.defaults].flatMap { node in
      Keys<ScenarioKey>(node, as: .defaults, findings).map { _ in node }
    }
    for element in elements { read(element, defaults, shared) }
  }

  private mutating func read(
    _ element: YAMLNode, _ defaults: YAMLNode?, _ shared: ScenarioReader<S>
  ) {
    guard element.entries != nil else {
      findings.add(.wrongShape(element, expected: "a scenario is a map: name, steps, …"))
      return
    }
    if let id = element[ScenarioKey.id], let text = id.text {
      if let first = ids[text] { findings.add(.takenID(text, at: id.place, first: first)) }
      ids[text] = ids[text] ?? id.place
    }
    let own = element[ScenarioKey.covers].map(context.covers) ?? []
    let merged =
      defaults.map { $0.merged(with: element, adding: ScenarioKey.always.rawValue) } ?? element
    forEachRow(of: merged) { node, row in
      if let scenario = shared.scenario(node, row: row, covers: own) { scenarios.append(scenario) }
    }
  }

  private func tags(_ node: YAMLNode) -> [String] {
    node.texts(findings, "a list of tags, such as [registration]").map(\.text)
  }

}
