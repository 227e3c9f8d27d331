import EventSourcing
import YAML

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
