import Diagnostics
import EventSourcing
import Traces
import YAML

extension Spec {
  /// Reads a spec and hands on each of its scenarios as soon as it is read, with the findings to
  /// which what else is wrong with it is added; `check` looks for more where there are no errors.
  init(
    _ document: SpecDocument, _ system: SystemVocabulary, _ files: SpecFiles,
    _ catalogue: Catalogue?, each: (Scenario, Findings) -> Void, check: (Findings) -> Void
  ) {
    self.init(path: document.path, sdk: system.name)
    if let other = document.otherFile {
      findings = [other]
      return
    }
    let findings = Findings()
    var context = ReadingContext(system: system, findings: findings, catalogue: catalogue)
    context.shared = SharedFiles(
      files: files, spec: document.path, system: context.system.name)
    if let keys = Keys<SpecKey>(document.root, findings) {
      checkFormat(keys[.format], findings)
      for key in [SpecKey.sdk, .feature, .section] { _ = keys[key]?.plainText(findings) }
      var reader = ScenarioReader(
        context: context, path: path, files: files,
        tags: keys[.tags]?.texts(findings, "a list of tags, such as [registration]") ?? [],
        covers: keys[.covers].map(context.covers) ?? [], observe: keys[.observe],
        always: keys[.always])
      let examples = ExamplesReader(
        mayHavePlaceholders: document.mayHavePlaceholders, findings: findings, files: files,
        path: path)
      if document.mayHavePlaceholders { keys[.always].map(findings.reportPlaceholders(inRules:)) }
      let elements = keys.scenarios(findings)
      let defaults = (elements.isEmpty ? nil : keys[.defaults]).flatMap { node in
        Keys<ScenarioKey>(node, as: .defaults, findings).map { _ in node }
      }
      let groups = StepGroups(keys[.groups], findings)
      groups.checkUse(in: elements, defaults)
      for element in elements {
        let merged = defaults?.merged(with: element, adding: ScenarioKey.always.rawValue)
        let whole = groups.expanded(merged ?? element)
        reader.checkMeaning(of: element, in: whole)
        examples.forEachRow(of: whole) { node, row in
          let covers = node[ScenarioKey.covers].map(context.covers) ?? []
          guard let scenario = reader.scenario(node, row: row, covers: covers) else { return }
          scenarios.append(scenario)
          each(scenario, findings)
        }
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
    rules document: SpecDocument, of system: SystemVocabulary, catalogue: Catalogue?,
    start: Instant, devices: [String]
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
        self.findings = findings.sorted
        return
      }
      _ = keys[.covers].map(context.covers)
      if let parameters = keys.entry(.parameters) {
        findings.add(
          .wrongShape, "these rules have parameters", at: parameters.keyPlace,
          proposal: "specs give them values with 'use:' under 'always:'")
        self.findings = findings.sorted
        return
      }
      if document.mayHavePlaceholders { keys[.always].map(findings.reportPlaceholders(inRules:)) }
      rules = keys[.always].map(RuleReader(context: context).rules) ?? []
    }
    self.findings = findings.sorted
  }
}

extension Findings {
  /// Reports what looks like a placeholder where no examples fill one; quoted text may hold '<b>'
  /// and mean it.
  func reportPlaceholders(in node: YAMLNode, as finding: (String, Place) -> Diagnostic) {
    var scan = Placeholders(columns: [], cells: [])
    _ = scan.fill(node)
    for (name, node) in scan.unknown where node.style == .plain { add(finding(name, node.place)) }
  }

  /// Reports placeholders in the rules of a file, which are the same in every row.
  fileprivate func reportPlaceholders(inRules node: YAMLNode) {
    reportPlaceholders(in: node) { name, place in
      Diagnostic(
        .unknownPlaceholder,
        "'<\(name)>' is a placeholder, and no examples fill the rules of a file", at: place,
        proposal: "move the rule into the scenario, or add quotes if the text is meant")
    }
  }
}

extension Keys<SpecKey> {
  fileprivate func scenarios(_ findings: Findings) -> [YAMLNode] {
    guard let list = self[.scenarios] else { return [] }
    guard let elements = list.elements, !elements.isEmpty else {
      findings.add(
        list.elements != nil || list.isBlank
          ? Diagnostic(
            .noSteps, "the spec has no scenarios", at: list.place,
            proposal: "it would pass without running anything; add '- name:'")
          : .wrongShape(list, expected: "a list of scenarios, each with '- name:'"))
      return []
    }
    findings.checkIDs(of: elements, under: ScenarioKey.id)
    return elements.filter { element in
      if element.entries != nil { return true }
      findings.add(.wrongShape(element, expected: "a scenario is a map: name, steps, …"))
      return false
    }
  }
}

/// Checks the format that a file of any kind names.
func checkFormat(_ node: YAMLNode?, _ findings: Findings) {
  guard let node, let number = node.integer(findings) else { return }
  if number != 1 {
    findings.add(
      .unknownFormat, "format \(number) is not known", at: node.place,
      proposal: number > 1 ? "this file needs a newer pushtrace; here, write 1" : "write 1")
  }
}
