import Diagnostics
import EventSourcing
import Rules
import Traces
import YAML

extension Spec {
  /// Reads a spec and hands on each of its scenarios as soon as it is read, with the findings to
  /// which what else is wrong with it is added; `check` looks for more where there are no errors.
  init(
    _ document: SpecDocument, _ system: SystemSchema, _ files: SpecFiles, _ catalogue: Catalogue?,
    each: (Scenario, Findings) -> Void, check: (Findings) -> Void
  ) {
    self.init(path: document.path, sdk: system.name)
    let findings = Findings()
    let context = ReadingContext(system: system, findings: findings, catalogue: catalogue)
    if let keys = Keys<SpecKey>(document.root, findings) {
      checkFormat(keys[.format], findings)
      _ = keys[.sdk]?.plainText(findings)
      feature = keys[.feature]?.plainText(findings)
      section = keys[.section]?.plainText(findings)
      let reader = ScenarioReader(
        context: context, path: path, files: files,
        fixtures: FixtureReader(files: files, spec: path),
        tags: keys[.tags]?.texts(findings, "a list of tags, such as [registration]") ?? [],
        covers: keys[.covers].map(context.covers) ?? [], observe: keys[.observe],
        always: keys[.always])
      let written = WrittenScenarios(
        keys, mayHavePlaceholders: document.mayHavePlaceholders, findings)
      written.forEach(context) { node, row, covers in
        guard let scenario = reader.scenario(node, row: row, covers: covers) else { return }
        scenarios.append(scenario)
        each(scenario, findings)
      }
      // The rules of the file come first in every scenario.
      let count = keys[.always]?.elements?.count ?? 0
      rules = Array(scenarios.first?.rules.prefix(count) ?? [])
      if !findings.hasErrors { check(findings) }
    }
    if findings.hasErrors { (scenarios, rules) = ([], []) }
    self.findings = findings.sorted
  }

  /// Reads a file of rules for a run that starts at `start` with these devices.
  public init(
    rules document: SpecDocument, of system: SystemSchema, catalogue: Catalogue?, start: Instant,
    devices: [String]
  ) {
    self.init(path: document.path, sdk: system.name)
    let findings = Findings()
    var context = ReadingContext(system: system, findings: findings, catalogue: catalogue)
    context.start = start
    context.devices = devices
    context.isWorld = devices != [soleParty]
    if let keys = Keys<RulesKey>(document.root, findings) {
      checkFormat(keys[.format], findings)
      if let node = keys[.sdk], node.text != sdk {
        findings.add(
          .otherSystem, "these rules are for '\(short(shown(node)))', not for '\(sdk)'",
          at: node.place)
      }
      _ = keys[.covers].map(context.covers)
      rules = keys[.always].map(RuleReader(context: context).rules) ?? []
    }
    self.findings = findings.sorted
  }
}

/// The scenarios of a file with its defaults, each expanded to the rows of its examples.
private struct WrittenScenarios {
  private let elements: [YAMLNode]
  private let defaults: YAMLNode?
  private let examples: ExamplesReader

  init(_ keys: Keys<SpecKey>, mayHavePlaceholders: Bool, _ findings: Findings) {
    examples = ExamplesReader(mayHavePlaceholders: mayHavePlaceholders, findings: findings)
    guard let list = keys[.scenarios], let found = list.elements, !found.isEmpty else {
      (elements, defaults) = ([], nil)
      guard let list = keys[.scenarios] else { return }
      findings.add(
        list.elements != nil || list.isBlank
          ? Diagnostic(
            .noSteps, "the spec has no scenarios", at: list.place,
            proposal: "it would pass without running anything; add '- name:'")
          : .wrongShape(list, expected: "a list of scenarios, each with '- name:'"))
      return
    }
    elements = found
    defaults = keys[.defaults].flatMap { node in
      Keys<ScenarioKey>(node, as: .defaults, findings).map { _ in node }
    }
  }

  /// Hands on each scenario as a whole, with the row of its examples and what it covers by itself.
  func forEach(
    _ context: ReadingContext, _ body: (YAMLNode, ExampleRow?, [PlacedText]) -> Void
  ) {
    var ids: [String: Place] = [:]
    for element in elements {
      guard element.entries != nil else {
        context.findings.add(
          .wrongShape(element, expected: "a scenario is a map: name, steps, …"))
        continue
      }
      if let id = element[ScenarioKey.id], let text = id.text {
        if let first = ids[text] {
          context.findings.add(.takenID(text, at: id.place, first: first))
        }
        ids[text] = ids[text] ?? id.place
      }
      let own = element[ScenarioKey.covers].map(context.covers) ?? []
      let merged =
        defaults.map { $0.merged(with: element, adding: ScenarioKey.always.rawValue) } ?? element
      examples.forEachRow(of: merged) { body($0, $1, own) }
    }
  }
}
