import Diagnostics
import EventSourcing
import Traces
import YAML

/// Reads steps, each at its time: from the start (`at`), from the step before (`after`) or from a
/// record (`when`).
extension ReadingContext {
  func steps(_ node: YAMLNode) -> [Step] {
    var steps = read(node, as: .step) { keys, when in
      if when.time.at < .zero {
        findings.add(
          .beforeZero, "a step lies before time zero", at: when.time.place,
          proposal: "what happened earlier stands under 'given: history:'")
      }
      return step(keys, when)
    }
    for index in steps.indices.dropFirst() where steps[index].isRelative {
      steps[index - 1].isMovable = false
    }
    return steps
  }

  /// Reads the events before time zero.
  func history(_ node: YAMLNode, of device: String?) -> [WrittenEvent] {
    read(node, as: .historyStep) { keys, when in
      let time = when.time
      if time.at >= .zero {
        findings.add(
          .beforeZero, "history ends before time zero", at: time.place,
          proposal: "write a time before zero, such as '-10m'")
      }
      _ = keys[.note]?.plainText(findings)
      guard let name = keys[.event], let event = event(name, with: keys[.with])
      else { return nil }
      let party = party(of: event.name, named: keys[.on], fallback: device, at: name.place)
      return WrittenEvent(
        name: event.name, fields: event.fields, at: start + time.at, party: party,
        place: time.place)
    }
  }

  /// Reads a list of steps; those of a history have only some of the keys.
  private func read<Read>(
    _ node: YAMLNode, as form: Form, _ body: (Keys<StepKey>, StepTime) -> Read?
  ) -> [Read] {
    let elements = node.list(findings, "a list of steps, each beginning with '- at:'") ?? []
    var last: StepTime?
    var kept = KeptNames(in: form == .step ? node : nil)
    var result: [Read] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      let own = keeps(of: element)
      let filled = kept.standIns(in: element, keeping: own, findings)
      kept.add(own, of: element)
      guard let filled,
        let keys = Keys<StepKey>(withFields(filled.node, form), as: form, findings),
        var time = time(keys, after: last)
      else { continue }
      time.keeps = own
      if filled.isOpen { time.unfilled = element }
      for time in repeated(time, keys) {
        if let read = body(keys, time) { result.append(read) }
        last = time
      }
    }
    return result
  }

  /// Reads a step again, but for its time, in which kept values stand in place of their names.
  func again(_ step: Step, _ element: YAMLNode) -> Step? {
    guard let keys = Keys<StepKey>(withFields(element, .step), as: .step, findings) else {
      return nil
    }
    return self.step(
      keys,
      StepTime(time: step.time, trigger: step.trigger, isOpen: step.isOpen, keeps: step.keeps))
  }

  /// Reads again the record that a step waits for.
  func triggerAgain(_ trigger: Trigger, _ element: YAMLNode) -> Trigger {
    guard let node = element[StepKey.when], let sought = sought(node, check: { _ in })
    else { return trigger }
    var trigger = trigger
    trigger.sought = sought
    trigger.pattern = pattern(sought)
    return trigger
  }

  private func keeps(of step: YAMLNode) -> [KeptValue] {
    guard let node = step[StepKey.keep], let when = step[StepKey.when],
      let record = when.text ?? when.entries?.first?.key,
      let entries = node.map(findings, "names, each with a field of the record")
    else { return [] }
    guard let schema = system.schema(ofRecord: record) else { return [] }
    return entries.compactMap { entry in
      if !isKeptName(entry.key[...]) {
        findings.add(
          .wrongShape, "'\(short(entry.key))' cannot be written as '$NAME'", at: entry.keyPlace,
          proposal: "begin with a letter and use letters, digits and underscores")
      }
      guard let path = entry.value.plainText(findings, "a field of \(record)") else { return nil }
      guard let type = Schema.record(schema.fields)[path: path[...]] else {
        findings.add(
          Schema.record(schema.fields).unknownField(path, of: record, at: entry.value.place))
        return nil
      }
      return KeptValue(name: entry.key, path: path, place: entry.keyPlace, schema: type)
    }
  }

  /// The step with those fields of its event that stand beside `with` moved into it, which is a
  /// finding.
  private func withFields(_ node: YAMLNode, _ form: Form) -> YAMLNode {
    guard var entries = node.entries, let name = node[StepKey.event]?.text,
      let schema = system.eventSchemas.schema(name)
    else { return node }
    let fields = entries.filter { entry in
      schema.fields.contains { $0.name == entry.key }
        && !FormNames.of(form).all.contains(entry.key)
    }
    if fields.isEmpty { return node }
    let with = node[StepKey.with]
    findings.add(
      .fieldsOutsideWith(fields, of: name, isWithBlank: with?.isBlank == true))
    entries.removeAll { entry in
      entry.key == StepKey.with.rawValue || fields.contains { $0.key == entry.key }
    }
    let all = YAMLNode(.map((with?.entries ?? []) + fields), at: fields[0].keyPlace)
    entries.append(
      YAMLEntry(key: StepKey.with.rawValue, at: fields[0].keyPlace, value: all))
    return node.holding(.map(entries))
  }

  private func step(_ keys: Keys<StepKey>, _ when: StepTime) -> Step {
    let place = keys.place
    let time = when.time
    var event: (name: String, fields: YAMLNode?)?
    var party = devices.first ?? soleParty
    if let name = keys[.event] {
      event = self.event(name, with: keys[.with])
      if let event {
        // Who claims what the machine does with it has written it on purpose.
        let isClaimed = keys[.expect]?.elements?.isEmpty == false
        if !isClaimed, when.unfilled == nil { checkTexts(of: event.name, in: keys[.with]) }
        party = self.party(of: event.name, named: keys[.on], fallback: nil, at: name.place)
      }
    } else if let on = keys.entry(.on) {
      party = device(on.value, neededBy: place, "the step")
      if keys[.note] == nil {
        findings.add(
          .wrongShape, "'on' names the device of an event, and this step has none", at: on.keyPlace,
          proposal: "remove it: 'expect' and 'state' name devices themselves", as: .warning)
      }
    }
    let shared = keys[.use]?.place ?? (keys[.repeated] == nil ? nil : time.place)
    _ = keys[.id]?.plainText(findings)
    return Step(
      place: place, time: time, trigger: when.trigger, isOpen: when.isOpen,
      isMovable: keys[.at] != nil && shared == nil && event == nil,
      isRelative: keys[.after] != nil && keys[.when] == nil, shared: shared,
      keeps: when.keeps, unfilled: when.unfilled, party: party,
      event: event.map { name, fields in
        WrittenEvent(
          name: name, fields: fields, at: start + time.at, party: party, place: time.place,
          isFilled: when.unfilled == nil)
      },
      claim: claim(keys[.expect], step: time.place),
      states: keys[.state].map(states) ?? [],
      backend: keys[.backend].map(backend),
      note: keys[.note].flatMap { $0.plainText(findings) })
  }

  /// The party of an event, which depends on the event's role in the world.
  private func party(
    of event: String, named node: YAMLNode?, fallback: String?, at place: Place
  ) -> String {
    switch system.roles[event] {
    case .outside, .processStart, .processEnd, .inside, nil:
      break
    case .network, .backendDevice:
      needsSimulation(event, place)
    case .harness, .backendSettings:
      findings.add(
        .refusedEvent, "'\(event)' is written by the harness alone", at: place,
        proposal: "set it under 'given:' instead")
    case .backend:
      let name = system.backend(of: event)
      needsSimulation(event, place)
      if let node {
        findings.add(
          .refusedEvent, "'\(event)' happens at \(name) and takes no 'on'", at: node.place,
          proposal: "remove it")
      }
      return name
    }
    if node == nil, let fallback { return fallback }
    return device(node, neededBy: place, "'\(event)'")
  }

  private func needsSimulation(_ event: String, _ place: Place) {
    guard !isSimulated else { return }
    addNeedOfSimulation("'\(event)' needs simulated backends", at: place)
  }
}
