import EventSourcing
import YAML

/// Reads when the effects of a run come.
extension ReadingContext {
  /// The timelines of a scenario, by kind.
  func effectTimelines(_ node: YAMLNode) -> [Timeline] {
    guard let entries = node.map(findings, "a map from effect names to lists") else { return [] }
    return entries.compactMap { entry in
      guard let schema = system.effectSchemas.schema(entry.key) else {
        findings.add(unknownEffect(entry.key, at: entry.keyPlace))
        return nil
      }
      checkCanCome(entry.key, at: entry.keyPlace)
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
      pattern.at = matchers.matcher(node, .instant, of: "the time")
      return pattern
    }
    pattern.place = entries.first?.keyPlace ?? node.place
    if let time = entries.take(OccurrenceKey.at)?.value {
      pattern.at = matchers.matcher(time, .instant, of: "the time")
    }
    let hasTime = pattern.at != nil || takeTime(&entries, schema)
    pattern.base = takeBase(&entries, schema, hasTime: hasTime)
    pattern.party = takeParty(&entries, recording: schema.name)
    if !entries.isEmpty {
      let rest = node.holding(.map(entries))
      pattern.fields = matchers.fields(rest, schema)
    }
    return pattern
  }

  /// Takes away the record from which the time counts.
  private func takeBase(
    _ entries: inout [YAMLEntry], _ schema: CaseSchema, hasTime: Bool
  ) -> Trigger? {
    func take(_ key: OccurrenceKey) -> YAMLEntry? {
      schema.fields.contains { $0.name == key.rawValue } ? nil : entries.take(key)
    }
    let nth = take(.nth)
    guard let from = take(.from) else {
      if let nth {
        findings.addMissing(
          OccurrenceKey.from, in: "an occurrence that has 'nth'", at: nth.keyPlace)
      }
      return nil
    }
    if !hasTime {
      findings.addMissing(
        OccurrenceKey.at, in: "an occurrence that has 'from'", at: from.keyPlace)
    }
    return trigger(from.value, nth: nth?.value, by: nil, after: nil)
  }

  /// Takes away a time without `at`, which is a finding: a matcher that stands beside fields, or a
  /// step's 'after'. Returns whether there was one.
  private func takeTime(_ entries: inout [YAMLEntry], _ schema: CaseSchema) -> Bool {
    let after = StepKey.after.rawValue
    let times = [MatcherOperator.between, .atLeast, .atMost].map(\.rawValue) + [after]
    let index = entries.firstIndex { entry in
      times.contains(entry.key) && !schema.fields.contains { $0.name == entry.key }
    }
    guard let index else { return false }
    let entry = entries.remove(at: index)
    let written = short(shown(entry.value))
    if entry.key == after {
      findings.add(
        .wrongShape, "'after' is a key of steps, and the time of an effect stands under 'at'",
        at: entry.keyPlace, proposal: "write 'at: \(written)'",
        notes: ["help: it counts from time zero, or from the event or effect that 'from' names"])
    } else {
      findings.add(
        .wrongShape, "'\(entry.key)' is about the time, and stands beside fields",
        at: entry.keyPlace, proposal: "write 'at: { \(entry.key): \(written) }'")
    }
    return true
  }
}

/// Reads the values that fields of the state have over time.
extension ReadingContext {
  /// One timeline for each field of each device that is named.
  func stateTimelines(_ node: YAMLNode) -> [StateTimeline] {
    guard let entries = node.map(findings, "a map from fields of the state to lists of values")
    else { return [] }
    return entries.flatMap { entry -> [StateTimeline] in
      let state = Schema.record(system.state)
      guard let schema = state[path: entry.key[...]] else {
        findings.add(state.unknownField(entry.key, of: "the state", at: entry.keyPlace))
        return []
      }
      let elements = entry.value.list(findings, "a list of values, each with '- at:'")
      if elements?.isEmpty == true {
        findings.add(.wrongShape(entry.value, expected: "write one value or more"))
      }
      return timelines(elements ?? [], of: entry.key, schema)
    }
  }

  private func timelines(
    _ elements: [YAMLNode], of path: String, _ schema: Schema
  ) -> [StateTimeline] {
    var timelines: [StateTimeline] = []
    for element in elements {
      guard let keys = Keys<StateChangeKey>(element, findings), let at = keys[.at],
        let value = keys[.value], let from = at.span(findings)
      else { continue }
      let party = device(keys[.on], neededBy: keys.place, "the value")
      let matcher = matchers.matcher(value, schema, of: path)
      let index = timelines.firstIndex { $0.party == party }
      let last = index.flatMap { timelines[$0].values.last?.from }
      if from < .zero || last.map({ from <= $0 }) ?? false {
        findings.add(
          .timeGoesBack, "time goes backwards", at: at.place,
          proposal: "write the values in the order of their times, each at a time of its own")
      }
      if let index {
        timelines[index].values.append((from, matcher))
      } else {
        timelines.append(StateTimeline(party: party, path: path, values: [(from, matcher)]))
      }
    }
    return timelines
  }
}
