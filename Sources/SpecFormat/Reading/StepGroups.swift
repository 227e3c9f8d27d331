import Diagnostics
import EventSourcing
import YAML

/// The named groups of steps of a spec, put in place of the steps that use them.
struct StepGroups {
  private let groups: [YAMLEntry]
  private let findings: Findings

  init(_ node: YAMLNode?, _ findings: Findings) {
    self.findings = findings
    groups = node?.map(findings, "a map from names to lists of steps") ?? []
    for group in groups {
      let steps = group.value.elements ?? []
      if steps.isEmpty || steps.contains(where: { $0.entries == nil }) {
        findings.add(.wrongShape(group.value, expected: "a list of steps, each with '- at:'"))
      }
    }
  }

  /// Warns of groups that no scenario uses.
  func checkUse(in scenarios: [YAMLNode], _ defaults: YAMLNode?) {
    if groups.isEmpty { return }
    let steps = (scenarios + [defaults].compactMap(\.self)).flatMap {
      $0[ScenarioKey.steps]?.elements ?? []
    }
    let used = steps.compactMap { $0[StepKey.use]?.text }
    for group in groups where !used.contains(group.key) {
      findings.add(
        .unusedColumn, "no scenario uses the group '\(group.key)'", at: group.keyPlace,
        proposal: "remove it, or write 'use: \(group.key)' in a step", as: .warning)
    }
  }

  /// The scenario with the steps of each group in place of the step that uses it.
  func expanded(_ scenario: YAMLNode) -> YAMLNode {
    guard let steps = scenario[ScenarioKey.steps]?.elements,
      steps.contains(where: { $0[StepKey.use] != nil })
    else { return scenario }
    return scenario.holding(steps.flatMap(expanded(step:)), under: ScenarioKey.steps.rawValue)
  }

  private func expanded(step: YAMLNode) -> [YAMLNode] {
    guard let use = step[StepKey.use], let entries = step.entries,
      let name = use.plainText(findings, "the name of a group of steps")
    else { return [step] }
    guard let group = groups.first(where: { $0.key == name }) else {
      findings.add(.unknownName(name, "group", at: use.place, among: groups.map(\.key)))
      // Its time stays as a step of its own: that the list has none would only follow from this.
      let rest = entries.filter { $0.key != StepKey.use.rawValue }
      return [step.holding(.map(rest.isEmpty ? [after(.zero, use.place)] : rest))]
    }
    let time: [StepKey] = [.at, .after, .when, .nth, .by, .keep]
    for entry in entries {
      guard let key = StepKey(rawValue: entry.key), !(time + [.use, .on, .note]).contains(key)
      else { continue }
      findings.add(
        .wrongShape, "a step that uses a group has no '\(entry.key)'", at: entry.keyPlace,
        proposal: "move it into the group, or into a step of its own")
    }
    let device = entries.first { $0.key == StepKey.on.rawValue }
    // The steps go on naming their group.
    let naming = entries.filter { $0.key == StepKey.use.rawValue }
    let own = entries.filter { entry in time.contains { $0.rawValue == entry.key } }
    let note = entries.first { $0.key == StepKey.note.rawValue }
    if !own.isEmpty, let when = group.value.elements?.first?[StepKey.when] {
      findings.add(
        .unclearTime, "the group '\(name)' begins with 'when', and its use has a time too",
        at: use.place,
        labels: [
          .init(use.place, "begin the group with 'at: 0s', or leave the time out here"),
          .init(when.place, "the group waits for this"),
        ])
      return []
    }
    var last = TimeSpan.zero
    return (group.value.elements ?? []).enumerated().compactMap { number, element in
      guard var entries = element.entries else { return element }
      if let nested = element[StepKey.use] {
        findings.add(
          .wrongShape, "a group uses no other group", at: nested.place,
          proposal: "write its steps here")
        return nil
      }
      let delta = takeTime(&entries, &last)
      if let device, element[StepKey.on] == nil, element[StepKey.event] != nil {
        entries.append(device)
      }
      if number == 0, let note, element[StepKey.note] == nil { entries.append(note) }
      let time = number == 0 ? later(own, by: delta ?? .zero) : delta.map { [after($0, use.place)] }
      return step.holding(.map((time ?? []) + entries + naming))
    }
  }

  /// Takes the time out of a step of a group.
  ///
  /// - Returns: How long after the step before it is; `nil` where it waits for a record.
  private func takeTime(_ entries: inout [YAMLEntry], _ last: inout TimeSpan) -> TimeSpan? {
    if entries.contains(where: { $0.key == StepKey.when.rawValue }) { return nil }
    guard let at = entries.take(StepKey.at)?.value else {
      let span = entries.take(StepKey.after)?.value.span(findings) ?? .zero
      last = last + span
      return span
    }
    guard let span = at.span(findings) else { return .zero }
    if span < last {
      findings.add(
        .timeGoesBack, "time goes backwards", at: at.place,
        proposal: "in a group times count from the step that uses it: \(last.text) or later here")
    }
    defer { last = span }
    return max(.zero, span - last)
  }

  /// The time of the step that uses the group, for its first step.
  private func later(_ time: [YAMLEntry], by delta: TimeSpan) -> [YAMLEntry] {
    guard delta != .zero, let first = time.first else { return time }
    var time = time
    for key in [StepKey.at, .after] {
      guard let index = time.firstIndex(where: { $0.key == key.rawValue }),
        let span = time[index].value.span(findings)
      else { continue }
      let value = YAMLNode(.scalar((span + delta).text, .plain), at: time[index].value.place)
      time[index] = YAMLEntry(key: key.rawValue, at: time[index].keyPlace, value: value)
      return time
    }
    return time + [after(delta, first.keyPlace)]
  }

  private func after(_ delta: TimeSpan, _ place: Place) -> YAMLEntry {
    YAMLEntry(
      key: StepKey.after.rawValue, at: place,
      value: YAMLNode(.scalar(delta.text, .plain), at: place))
  }
}
