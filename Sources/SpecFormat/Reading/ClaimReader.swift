import Diagnostics
import EventSourcing
import Simulation
import YAML

/// Reads what a spec expects: of effects, of states, of the backends.
struct ClaimReader {
  let context: ReadingContext

  var findings: Findings { context.findings }
  var effects: CaseSchemas { context.system.effects }

  /// What a step says about the effects of its instant.
  func claim(_ node: YAMLNode?, step: Place, _ timelines: [Timeline]) -> Claim {
    guard let node else { return .nothing(step) }
    switch node.content {
    case .scalar(let text, _):
      switch ExpectWord(rawValue: text) {
      case ExpectWord.none?: return .nothing(node.place)
      case .unchecked: return .unchecked
      case nil: break
      }
      findings.add(
        .wrongShape, node.isBlank ? "nothing is written under 'expect'" : "'\(text)' is no list",
        at: node.place,
        proposal: node.isBlank || effects.schema(text) == nil
          ? "write none, unchecked or a list of effects" : "write [\(text)]")
      return .unchecked
    case .list(let elements):
      return .effects(
        patterns(elements, timelines), anyOrder: false, others: false, node.place)
    case .map: return loosened(node, timelines)
    }
  }

  private func loosened(_ node: YAMLNode, _ timelines: [Timeline]) -> Claim {
    if let elements = elementsWithoutDash(node) {
      return .effects(patterns(elements, timelines), anyOrder: false, others: false, node.place)
    }
    guard let keys = Keys<ExpectKey>(node, findings) else { return .unchecked }
    var elements: [YAMLNode] = []
    if let list = keys[.effects] {
      if let found = list.elements {
        elements = found
      } else if list.word(of: NoEffectsWord.self) == nil {
        findings.add(.wrongShape(list, expected: "a list of effects"))
      }
    }
    let order = keys[.order].flatMap { $0.requiredWord(of: OrderWord.self, findings) }
    let others = keys[.others].flatMap { $0.requiredWord(of: OthersWord.self, findings) }
    return .effects(
      patterns(elements, timelines), anyOrder: order == .any, others: others == .allowed,
      node.place)
  }

  /// The elements of a list whose dashes are missing, which is a finding: a map of effects.
  private func elementsWithoutDash(_ node: YAMLNode) -> [YAMLNode]? {
    guard let entries = node.entries, let first = entries.first,
      entries.allSatisfy({ ExpectKey(rawValue: $0.key) == nil }),
      entries.contains(where: {
        effects.schema($0.key) != nil || context.system.events.schema($0.key) != nil
      })
    else { return nil }
    findings.add(
      .wrongShape, "'expect' is a list, and this is a map", at: first.keyPlace,
      proposal: "begin the line with '- ', or write [\(first.key): { … }]")
    return entries.map { YAMLNode(.map([$0]), at: $0.keyPlace, lastLine: $0.value.lastLine) }
  }

  private func patterns(_ elements: [YAMLNode], _ timelines: [Timeline]) -> [EffectPattern] {
    elements.compactMap { element in
      guard let pattern = pattern(element) else { return nil }
      if let other = timelines.first(where: { $0.kind == pattern.name }) {
        findings.add(
          .judgedTwice, "'\(pattern.name)' is judged by its timeline alone", at: pattern.place,
          labels: [
            .init(pattern.place, "remove it here, or remove the timeline"),
            .init(other.place, "the timeline"),
          ])
      }
      return pattern
    }
  }

  /// An effect name, or a map of one effect name to its fields.
  private func pattern(_ node: YAMLNode) -> EffectPattern? {
    let expected = "an effect name, or one name with its fields below it"
    guard let (name, fields) = context.record(node, expected, effects.schema) else { return nil }
    guard let schema = effects.schema(name.text) else {
      findings.add(node.missingSpace ?? context.unknownEffect(name.text, at: name.place))
      return nil
    }
    context.checkCanCome(name.text, at: name.place)
    var pattern = EffectPattern(name: name.text, place: name.place)
    guard let fields else { return pattern }
    guard var entries = fields.map(findings, "the fields of \(name.text), or no ':'") else {
      return nil
    }
    if !schema.fields.contains(where: { $0.name == EffectKey.on.rawValue }) {
      pattern.party = takeParty(&entries, ordering: name.text)
    }
    let rest = YAMLNode(.map(entries), at: fields.place, lastLine: fields.lastLine)
    pattern.fields = context.matchers.fields(rest, schema)
    return pattern
  }

  func takeParty(_ entries: inout [YAMLEntry], ordering effect: String) -> String? {
    guard let index = entries.firstIndex(where: { $0.key == EffectKey.on.rawValue }) else {
      return nil
    }
    return context.party(entries.remove(at: index).value, ordering: effect)
  }
}
