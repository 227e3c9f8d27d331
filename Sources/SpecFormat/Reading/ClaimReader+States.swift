import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML

extension ClaimReader {
  /// What states must be like: of the only device, or by the names of the devices.
  func states(_ node: YAMLNode) -> [StateCheck] {
    byDevice(node) { device in
      context.matchers.matcher(device, context.system.state.known, of: "the state")
    }
  }

  /// What the armed timers must be like, by name; `none` says that there are none.
  func timers(_ node: YAMLNode) -> [StateCheck] {
    byDevice(node) { device in
      if device.word(of: TimersWord.self) != nil {
        return Matcher(place: device.place, test: .fields([], exactly: true))
      }
      checkTimers(device)
      return context.matchers.matcher(device, .map(.instant), of: "the timers")
    }
  }

  /// A misspelt timer is always absent.
  private func checkTimers(_ node: YAMLNode) {
    let known = context.system.timers
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
    let names = context.isSimulated ? node.entries?.map(\.key) ?? [] : []
    let namesDevice = !names.isEmpty && names.allSatisfy(context.devices.contains)
    guard context.isWorld || namesDevice else {
      return [StateCheck(party: context.devices.first ?? soleParty, matcher: read(node))]
    }
    guard let entries = node.map(findings, "a map from the names of devices") else { return [] }
    return entries.map { entry in
      if !context.devices.contains(entry.key) {
        findings.add(.unknownDevice(entry.key, at: entry.keyPlace, among: context.devices))
      }
      return StateCheck(party: entry.key, matcher: read(entry.value))
    }
  }

  /// What can be asserted of the simulated backends.
  func backend(_ node: YAMLNode) -> Matcher {
    if !context.isSimulated {
      findings.add(
        .needsSimulation, "there are no simulated backends to look at", at: node.place,
        proposal: "add 'backend: simulated' under 'given:'")
    }
    return context.matchers.matcher(node, context.system.backend.known, of: "the backend")
  }

  /// What is looked at when the run has ended.
  func finally(_ node: YAMLNode) -> Finally {
    guard let keys = Keys<FinallyKey>(node, findings) else { return Finally() }
    return Finally(
      counts: keys[.counts].map(counts) ?? [], timers: keys[.timers].map(timers) ?? [],
      states: keys[.state].map(states) ?? [], backend: keys[.backend].map(backend))
  }

  private func counts(_ node: YAMLNode) -> [CountCheck] {
    guard let entries = node.map(findings, "a map from events or effects to numbers") else {
      return []
    }
    let names = effects.names + context.system.events.names
    return entries.compactMap { entry in
      guard names.contains(entry.key) else {
        findings.add(
          .unknownName(entry.key, "event or effect", at: entry.keyPlace, among: names))
        return nil
      }
      context.checkCanCome(entry.key, at: entry.keyPlace)
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
