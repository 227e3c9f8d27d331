import Diagnostics
import EventSourcing
import Simulation
import YAML

/// Reads the file's own keys and expands its scenarios.
struct FileReader<S: System> {
  let context: ReadingContext<S>
  let path: String
  let files: SpecFiles
  let catalogue: Catalogue?
  private(set) var scenarios: [Scenario<S>] = []
  private var ids: [String: Place] = [:]

  init(
    context: ReadingContext<S>, path: String, files: SpecFiles, catalogue: Catalogue?
  ) {
    self.context = context
    self.path = path
    self.files = files
    self.catalogue = catalogue
  }

  private static var keys: [String] {
    [
      "format", "sdk", "feature", "section", "tags", "covers", "observe", "defaults", "always",
      "scenarios",
    ]
  }

  var findings: Findings { context.findings }

  mutating func read(_ root: YAMLNode) {
    guard let keys = Keys(root, "a spec", allowed: Self.keys, findings) else { return }
    checkFormat(keys, findings)
    _ = keys.required("sdk", findings)?.plainText(findings)
    _ = keys["feature"]?.plainText(findings)
    _ = keys["section"]?.plainText(findings)
    let shared = ScenarioReader(
      context: context, path: path, files: files,
      file: FileParts(
        tags: keys["tags"].map { tags($0) } ?? [], covers: keys["covers"].map { covers($0) } ?? [],
        observe: keys["observe"], always: keys["always"]))
    guard let list = keys.required("scenarios", findings) else { return }
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
    let defaults = keys["defaults"].flatMap { node in
      Keys(node, "'defaults'", allowed: ScenarioReader<S>.defaultKeys, findings).map { _ in node }
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
    if let id = element["id"], let text = id.text {
      if let first = ids[text] { findings.add(.takenID(text, at: id.place, first: first)) }
      ids[text] = ids[text] ?? id.place
    }
    let own = element["covers"].map { covers($0) } ?? []
    let merged = defaults.map { $0.merged(with: element, adding: "always") } ?? element
    for row in rows(of: merged) {
      if let scenario = shared.scenario(row.node, row: row.row, covers: own) {
        scenarios.append(scenario)
      }
    }
  }

  private func tags(_ node: YAMLNode) -> [String] {
    node.texts(findings, "a list of tags, such as [registration]").map(\.text)
  }

  private func covers(_ node: YAMLNode) -> [PlacedText] {
    readCovers(node, catalogue, findings)
  }
}
