import Diagnostics
import EventSourcing
import Simulation
import YAML

/// Reads what a spec expects: of effects, of states, of the backends.
struct ClaimReader<S: System> {
  let context: ReadingContext<S>

  private var findings: Findings { context.findings }
  private var effects: Words<S.Machine.Effect> { context.words.effects }

  /// What a step says about the effects of its instant.
  func claim(_ node: YAMLNode?, step: Place, _ timelines: [Timeline]) -> Claim {
    guard let node else { return .nothing(step) }
    switch node.content {
    case .scalar("none", _): return .nothing(node.place)
    case .scalar("unchecked", _): return .unchecked
    case .scalar(let text, _):
      findings.add(
        Diagnostic(
          .wrongShape, node.isBlank ? "nothing is written under 'expect'" : "'\(text)' is no list",
          at: node.place,
          proposal: node.isBlank || effects.schema(text) == nil
            ? "write none, unchecked or a list of effects" : "write [\(text)]"))
      return .unchecked
    case .list(let elements):
      return .effects(
        patterns(elements, timelines), anyOrder: false, others: false, node.place)
    case .map: return loosened(node, timelines)
    }
  }

  private func loosened(_ node: YAMLNode, _ timelines: [Timeline]) -> Claim {
    guard
      let keys = Keys(
        node, "an 'expect' in map form", allowed: ["effects", "order", "others"], findings)
    else { return .unchecked }
    var elements: [YAMLNode] = []
    if let list = keys.required("effects", findings) {
      if let found = list.elements {
        elements = found
      } else if !list.isWord("none") {
        findings.add(.wrongShape(list, expected: "a list of effects"))
      }
    }
    let anyOrder = option(keys["order"], "any", standard: "exact")
    let others = option(keys["others"], "allowed", standard: "none")
    return .effects(
      patterns(elements, timelines), anyOrder: anyOrder, others: others, node.place)
  }

  private func option(_ node: YAMLNode?, _ word: String, standard: String) -> Bool {
    guard let node else { return false }
    if node.text == word { return true }
    if node.text != standard { findings.add(.notAChoice(node, among: [word, standard])) }
    return false
  }

  private func patterns(_ elements: [YAMLNode], _ timelines: [Timeline]) -> [EffectPattern] {
    elements.compactMap { element in
      guard let pattern = pattern(element) else { return nil }
      if let other = timelines.first(where: { $0.kind == pattern.name }) {
        findings.add(
          Diagnostic(
            .judgedTwice, "'\(pattern.name)' is judged by its timeline alone", at: pattern.place,
            labels: [
              .init(pattern.place, "remove it here, or remove the timeline"),
              .init(other.place, "the timeline"),
            ]))
      }
      return pattern
    }
  }

  /// An effect name, or a map of one effect name to its fields.
  private func pattern(_ node: YAMLNode) -> EffectPattern? {
    if let text = node.text, !node.isBlank {
      guard effects.schema(text) != nil else {
        if let slip = node.missingSpace {
          findings.add(slip)
        } else {
          findings.add(.unknownName(text, "effect", at: node.place, among: effects.names))
        }
        return nil
      }
      return EffectPattern(name: text, place: node.place)
    }
    guard let entries = node.entries, entries.count == 1, let entry = entries.first else {
      findings.add(
        .wrongShape(node, expected: "an effect name, or one name with its fields below it"))
      return nil
    }
    guard let schema = effects.schema(entry.key) else {
      findings.add(.unknownName(entry.key, "effect", at: entry.keyPlace, among: effects.names))
      return nil
    }
    var pattern = EffectPattern(name: entry.key, place: entry.keyPlace)
    guard var fields = entry.value.entries else {
      findings.add(.wrongShape(entry.value, expected: "the fields of \(entry.key), or no ':'"))
      return nil
    }
    if !schema.fields.contains(where: { $0.name == "on" }) {
      pattern.party = takeParty(&fields, entry.keyPlace)
    }
    let rest = YAMLNode(.map(fields), at: entry.value.place, lastLine: entry.value.lastLine)
    pattern.fields = context.matchers.fields(rest, schema)
    return pattern
  }

  private func takeParty(_ entries: inout [YAMLEntry], _ place: Place) -> String? {
    guard let index = entries.firstIndex(where: { $0.key == "on" }) else { return nil }
    return context.device(entries.remove(at: index).value, neededBy: place, "the effect")
  }
}

// MARK: - Timelines

extension ClaimReader {
  /// The timelines of a scenario, by kind.
  func timelines(_ node: YAMLNode) -> [Timeline] {
    guard let entries = node.entries else {
      findings.add(.wrongShape(node, expected: "a map from effect names to lists"))
      return []
    }
    return entries.compactMap { entry in
      guard let schema = effects.schema(entry.key) else {
        findings.add(.unknownName(entry.key, "effect", at: entry.keyPlace, among: effects.names))
        return nil
      }
      if entry.value.isWord("unchecked") {
        return Timeline(kind: entry.key, place: entry.keyPlace, occurrences: nil)
      }
      guard let elements = entry.value.elements else {
        findings.add(
          .wrongShape(entry.value, expected: "a list of times; [] for never, or unchecked"))
        return nil
      }
      let occurrences = elements.compactMap { occurrence($0, schema) }
      return Timeline(kind: entry.key, place: entry.keyPlace, occurrences: occurrences)
    }
  }

  /// A duration, a matcher of durations, or a map with `at` and fields.
  private func occurrence(_ node: YAMLNode, _ schema: WordSchema) -> EffectPattern? {
    var pattern = EffectPattern(name: schema.name, place: node.place)
    guard var entries = node.entries,
      !entries.allSatisfy({ MatcherReader.operators.contains($0.key) }) || entries.isEmpty
    else {
      pattern.at = context.matchers.matcher(node, .instant, of: "the time")
      return pattern
    }
    pattern.place = entries.first?.keyPlace ?? node.place
    if let index = entries.firstIndex(where: { $0.key == "at" }) {
      let time = entries.remove(at: index).value
      pattern.at = context.matchers.matcher(time, .instant, of: "the time")
    }
    pattern.party = takeParty(&entries, node.place)
    if !entries.isEmpty {
      let rest = YAMLNode(.map(entries), at: node.place, lastLine: node.lastLine)
      pattern.fields = context.matchers.fields(rest, schema)
    }
    return pattern
  }
}

// MARK: - States

extension ClaimReader {
  /// What states must be like: of the only device, or by the names of the devices.
  func states(_ node: YAMLNode) -> [StateCheck] {
    byDevice(node) { device in
      context.matchers.matcher(device, context.words.state.known, of: "the state")
    }
  }

  /// What the armed timers must be like, by name; `none` says that there are none.
  func timers(_ node: YAMLNode) -> [StateCheck] {
    byDevice(node) { device in
      if device.isWord("none") {
        return Matcher(place: device.place, test: .fields([], exactly: true))
      }
      return context.matchers.matcher(device, .map(.instant), of: "the timers")
    }
  }

  private func byDevice(_ node: YAMLNode, _ read: (YAMLNode) -> Matcher) -> [StateCheck] {
    guard context.isWorld else {
      return [StateCheck(party: context.devices.first ?? singleDevice, matcher: read(node))]
    }
    guard let entries = node.entries else {
      findings.add(.wrongShape(node, expected: "a map from the names of devices"))
      return []
    }
    return entries.map { entry in
      if !context.devices.contains(entry.key) {
        var finding = Diagnostic.unknownName(
          entry.key, "device", at: entry.keyPlace, among: context.devices)
        finding.code = .unknownDevice
        findings.add(finding)
      }
      return StateCheck(party: entry.key, matcher: read(entry.value))
    }
  }

  /// What can be asserted of the simulated backends.
  func backend(_ node: YAMLNode) -> Matcher {
    if !context.isSimulated {
      findings.add(
        Diagnostic(
          .needsSimulation, "there are no simulated backends to look at", at: node.place,
          proposal: "add 'backend: simulated' under 'given:'"))
    }
    return context.matchers.matcher(node, context.words.backend.known, of: "the backend")
  }

  /// What is looked at when the run has ended.
  func finally(_ node: YAMLNode) -> Finally {
    let allowed = ["counts", "timers", "state", "backend"]
    guard let keys = Keys(node, "'finally'", allowed: allowed, findings) else { return Finally() }
    return Finally(
      counts: keys["counts"].map(counts) ?? [], timers: keys["timers"].map(timers) ?? [],
      states: keys["state"].map(states) ?? [], backend: keys["backend"].map(backend))
  }

  private func counts(_ node: YAMLNode) -> [CountCheck] {
    guard let entries = node.entries else {
      findings.add(.wrongShape(node, expected: "a map from events or effects to numbers"))
      return []
    }
    let names = effects.names + context.words.events.names
    return entries.compactMap { entry in
      guard names.contains(entry.key) else {
        findings.add(
          .unknownName(entry.key, "event or effect", at: entry.keyPlace, among: names))
        return nil
      }
      let matcher = context.matchers.matcher(entry.value, .integer, of: "the count")
      return CountCheck(name: entry.key, place: entry.keyPlace, matcher: matcher)
    }
  }
}

extension Schema {
  /// The schema, unless it knows no fields: a view that shows nothing before anything happened
  /// cannot say what it will show.
  var known: Schema? { self == .record([]) ? nil : self }
}
