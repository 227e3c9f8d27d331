import Diagnostics
import YAML

extension ReadingContext {
  /// Lists the rules that `always` holds, those of files `rules/NAME.rules.yaml` in place of the
  /// elements that use them by name.
  func expanded(_ elements: [YAMLNode]) -> [YAMLNode] {
    guard let shared else { return elements }
    return elements.flatMap { element in
      element[UsedRulesKey.use] == nil ? [element] : rules(element, shared)
    }
  }

  private func rules(_ element: YAMLNode, _ shared: SharedFiles) -> [YAMLNode] {
    guard let keys = Keys<UsedRulesKey>(element, findings), let use = keys[.use],
      let name = use.plainText(findings, "the name of a file of rules")
    else { return [] }
    let suffix = ".rules.yaml"
    // A path is taken for the name that it may mean.
    var stem = String(name.split(separator: "/").last ?? "")
    for end in [suffix, ".yaml"] where stem.hasSuffix(end) { stem.removeLast(end.count) }
    let root = shared.root("rules", name, suffix: suffix, findings) { own in
      Diagnostic(
        .unknownName, "there are no rules called '\(short(name))'", at: use.place,
        proposal: stem != name && own.contains(stem)
          ? "write only '\(short(stem))'"
          : didYouMean(stem, among: own)
            ?? "write them into rules/\(short(stem)).rules.yaml beside the spec, or into Specs")
    }
    guard let root, let file = Keys<RulesKey>(root, findings) else { return [] }
    guard checkShared(format: file[.format], sdk: file[.sdk], "these rules are", usedAt: use.place)
    else { return [] }
    let parameters = file[.parameters]?.texts(findings, "a list of names").map(\.text) ?? []
    let values = keys[.with].flatMap { $0.map(findings, "a map from parameters to values") } ?? []
    for value in values where !parameters.contains(value.key) {
      findings.add(.unknownName(value.key, "parameter", at: value.keyPlace, among: parameters))
    }
    let missing = parameters.filter { name in !values.contains { $0.key == name } }
    if !missing.isEmpty {
      findings.add(.missingKeys(missing, in: "the values for '\(name)'", at: use.place))
      return []
    }
    var placeholders = Placeholders(
      columns: parameters,
      cells: parameters.compactMap { name in values.first { $0.key == name }?.value })
    let filled = file[.always]?.elements?.map { placeholders.fill($0) } ?? []
    for (name, node) in placeholders.unknown {
      findings.add(
        .placeholderWithoutColumn(name, node.place, columns: parameters, called: "parameter"))
    }
    return filled.map { element.holding($0.content) }
  }
}
