import Diagnostics
import EventSourcing
import Simulation
import YAML

extension ClaimReader {
  /// The timelines of a scenario, by kind.
  func timelines(_ node: YAMLNode) -> [Timeline] {
    guard let entries = node.map(findings, "a map from effect names to lists") else { return [] }
    return entries.compactMap { entry in
      guard let schema = effects.schema(entry.key) else {
        findings.add(context.unknownEffect(entry.key, at: entry.keyPlace))
        return nil
      }
      context.checkCanCome(entry.key, at: entry.keyPlace)
      switch entry.value.word(of: TimelineWord.self) {
      case .unchecked: return Timeline(kind: entry.key, place: entry.keyPlace, occurrences: nil)
      case TimelineWord.none?:
        return Timeline(kind: entry.key, place: entry.keyPlace, occurrences: [])
      case nil: break
      }
      guard let elements = entry.value.list(findings, "a list of times, none or unchecked") else {
        return nil
      }
      let occurrences = elements.compactMap { occurrence($0, schema) }
      return Timeline(kind: entry.key, place: entry.keyPlace, occurrences: occurrences)
    }
  }

  /// A duration, a matcher of durations, or a map with `at` and fields.
  private func occurrence(_ node: YAMLNode, _ schema: CaseSchema) -> EffectPattern? {
    var pattern = EffectPattern(name: schema.name, place: node.place)
    guard var entries = node.entries,
      !entries.allSatisfy({ MatcherOperator.names.contains($0.key) }) || entries.isEmpty
    else {
      pattern.at = context.matchers.matcher(node, .instant, of: "the time")
      return pattern
    }
    pattern.place = entries.first?.keyPlace ?? node.place
    if let index = entries.firstIndex(where: { $0.key == OccurrenceKey.at.rawValue }) {
      let time = entries.remove(at: index).value
      pattern.at = context.matchers.matcher(time, .instant, of: "the time")
    }
    if pattern.at == nil { takeTime(&entries, schema) }
    pattern.party = takeParty(&entries, ordering: schema.name)
    if !entries.isEmpty {
      let rest = YAMLNode(.map(entries), at: node.place, lastLine: node.lastLine)
      pattern.fields = context.matchers.fields(rest, schema)
    }
    return pattern
  }

  /// Takes away a matcher of the time that stands beside fields without `at`, which is a finding.
  private func takeTime(_ entries: inout [YAMLEntry], _ schema: CaseSchema) {
    let times: [MatcherOperator] = [.between, .atLeast, .atMost]
    let index = entries.firstIndex { entry in
      times.contains { $0.rawValue == entry.key }
        && !schema.fields.contains { $0.name == entry.key }
    }
    guard let index else { return }
    let entry = entries.remove(at: index)
    findings.add(
      .wrongShape, "'\(entry.key)' is about the time, and stands beside fields",
      at: entry.keyPlace,
      proposal: "write 'at: { \(entry.key): \(short(shown(entry.value))) }'")
  }
}
