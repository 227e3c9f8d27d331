import Diagnostics
import EventSourcing
import Traces
import YAML

/// Reads what a spec expects: of effects, of states, of the backends.
extension ReadingContext {
  /// Reads the claim of a step about the effects of its instant.
  func claim(_ node: YAMLNode?, step: Place) -> Claim {
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
        proposal: node.isBlank || system.effectSchemas.schema(text) == nil
          ? "write none, unchecked or a list of effects" : "write [\(text)]")
      return .unchecked
    case .list(let elements):
      return .effects(patterns(elements), anyOrder: false, others: false, node.place)
    case .map: return loosened(node)
    }
  }

  private func loosened(_ node: YAMLNode) -> Claim {
    if let elements = elementsWithoutDash(node) {
      return .effects(patterns(elements), anyOrder: false, others: false, node.place)
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
      patterns(elements), anyOrder: order == .any, others: others == .allowed, node.place)
  }

  /// The elements of a list whose dashes are missing, which is a finding: a map of effects.
  private func elementsWithoutDash(_ node: YAMLNode) -> [YAMLNode]? {
    guard let entries = node.entries, let first = entries.first,
      entries.allSatisfy({ ExpectKey(rawValue: $0.key) == nil }),
      entries.contains(where: { system.schema(ofRecord: $0.key) != nil })
    else { return nil }
    findings.add(
      .wrongShape, "'expect' is a list, and this is a map", at: first.keyPlace,
      proposal: "begin the line with '- ', or write [\(first.key): { … }]")
    return entries.map { YAMLNode(.map([$0]), at: $0.keyPlace, lastLine: $0.value.lastLine) }
  }

  private func patterns(_ elements: [YAMLNode]) -> [EffectPattern] {
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
    let effects = system.effectSchemas
    guard let (name, fields) = record(node, expected, effects.schema) else { return nil }
    guard let schema = effects.schema(name.text) else {
      findings.add(node.missingSpace ?? unknownEffect(name.text, at: name.place, hasFields: true))
      return nil
    }
    checkCanCome(name.text, at: name.place)
    var pattern = EffectPattern(name: name.text, place: name.place)
    guard let fields else { return pattern }
    guard var entries = fields.map(findings, "the fields of \(name.text), or no ':'") else {
      return nil
    }
    if !schema.fields.contains(where: { $0.name == EffectKey.on.rawValue }) {
      pattern.party = takeParty(&entries, recording: name.text)
    }
    let rest = fields.holding(.map(entries))
    pattern.fields = matchers.fields(rest, schema)
    return pattern
  }

  func takeParty(_ entries: inout [YAMLEntry], recording effect: String) -> String? {
    entries.take(EffectKey.on).flatMap { party($0.value, recording: effect) }
  }

  /// Reads conditions on states: of the only device, or by the names of the devices.
  func states(_ node: YAMLNode) -> [StateCheck] {
    byDevice(node) { device in
      matchers.matcher(device, system.state.known, of: "the state")
    }
  }

  /// Reads conditions on the armed timers, by name; `none` says that there are none.
  func timers(_ node: YAMLNode) -> [StateCheck] {
    byDevice(node) { device in
      if device.word(of: TimersWord.self) != nil {
        return Matcher(place: device.place, test: .fields([], exactly: true))
      }
      checkTimers(device)
      return matchers.matcher(device, .map(.instant), of: "the timers")
    }
  }

  /// A misspelt timer is always absent.
  private func checkTimers(_ node: YAMLNode) {
    let known = system.timers
    for entry in node.entries ?? [] where !known.isEmpty && !known.contains(entry.key) {
      if MatcherOperator.names.contains(entry.key) {
        checkTimers(entry.value)
      } else {
        findings.add(.unknownName(entry.key, "timer", at: entry.keyPlace, among: known))
      }
    }
  }

  private func byDevice(_ node: YAMLNode, _ read: (YAMLNode) -> Matcher) -> [StateCheck] {
    // A single device before simulated backends may be named too: it has a name in their world.
    let names = isSimulated ? node.entries?.map(\.key) ?? [] : []
    let namesDevice = !names.isEmpty && names.allSatisfy(devices.contains)
    guard isWorld || namesDevice else {
      return [StateCheck(party: devices.first ?? soleParty, matcher: read(node))]
    }
    guard let entries = node.map(findings, "a map from the names of devices") else { return [] }
    return entries.map { entry in
      if !devices.contains(entry.key) { findings.add(noDevice(entry)) }
      return StateCheck(party: entry.key, matcher: read(entry.value))
    }
  }

  /// Reports a name that is no device; what is said of a scenario's only device moves below one.
  private func noDevice(_ entry: YAMLEntry) -> Diagnostic {
    let names = system.state.map(\.name) + system.timers
    guard names.contains(entry.key), let device = devices.first else {
      return .unknownDevice(entry.key, at: entry.keyPlace, among: devices)
    }
    return Diagnostic(
      .unknownDevice, "'\(entry.key)' stands where a device has to be named", at: entry.keyPlace,
      proposal: "write '\(device): { \(entry.key): … }'")
  }

  /// Reads a condition on the simulated backends.
  func backend(_ node: YAMLNode) -> Matcher {
    if !isSimulated {
      addNeedOfSimulation("there are no simulated backends to look at", at: node.place)
    }
    return matchers.matcher(node, system.backend.known, of: "the backend")
  }

  /// Reads the claims about the end of the run.
  func finally(_ node: YAMLNode) -> Finally {
    guard let keys = Keys<FinallyKey>(node, findings) else { return Finally() }
    return Finally(
      counts: keys[.counts].map(counts) ?? [], timers: keys[.timers].map(timers) ?? [],
      states: keys[.state].map(states) ?? [], backend: keys[.backend].map(backend))
  }

  private func counts(_ node: YAMLNode) -> [CountCheck] {
    let entries = node.map(findings, "a map from events or effects to numbers") ?? []
    let names = system.effectSchemas.names + system.eventSchemas.names
    return entries.compactMap { entry in
      guard names.contains(entry.key) else {
        findings.add(
          .unknownName(entry.key, "event or effect", at: entry.keyPlace, among: names))
        return nil
      }
      checkCanCome(entry.key, at: entry.keyPlace)
      return CountCheck(name: entry.key, matcher: count(entry.value))
    }
  }
}

extension [Schema.Field] {
  /// The type with these fields, unless there are none: a view that shows nothing before anything
  /// happened cannot say what it will show.
  var known: Schema? { isEmpty ? nil : .record(self) }
}
