import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML

/// Reads what a scenario starts from.
struct GivenReader<S: System> {
  var context: ReadingContext<S>
  let fixtures: FixtureReader<S>

  static var keys: [String] {
    [
      "use", "clock", "device", "config", "profile", "readings", "history", "backend", "devices",
    ]
  }

  var findings: Findings { context.findings }

  /// Reads `node`; the context that comes back knows time zero and the devices.
  mutating func given(_ node: YAMLNode?) -> Given<S> {
    let node = node ?? YAMLNode(.map([]), at: Place(file: "", line: 1, column: 1))
    let keys = Keys(node, "'given'", allowed: Self.keys, findings)
    context.start = keys?["clock"].flatMap(clock) ?? standardClock
    let backend = keys?["backend"].map(backend) ?? .script(Script())
    if case .simulated = backend { context.isSimulated = true }
    if let names = keys?["devices"]?.entries {
      context.isWorld = true
      context.devices = names.map(\.key)
    }
    let (profile, readings) = readings(keys)
    var (devices, pasts) = devices(node, keys)
    if let history = keys?["history"] {
      pasts += StepReader(context: context).history(history, of: nil)
    }
    devices.sort { indexOf($0.name) < indexOf($1.name) }
    let given = Given(
      clock: context.start, profile: profile, readings: readings,
      readingsNode: keys?["readings"], backend: backend,
      devices: devices, isWorld: context.isWorld,
      history: pasts.map(\.0).enumerated().sorted {
        ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
      }.map(\.element))
    if findings.isEmpty { check(pasts, after: given) }
    return given
  }

  private func indexOf(_ name: String) -> Int { context.devices.firstIndex(of: name) ?? 0 }

  private func clock(_ node: YAMLNode) -> Instant? {
    if let text = node.text, let instant = instant(fromText: text) { return instant }
    findings.add(
      Diagnostic(
        .notAnInstant, "'\(shown(node))' is not an instant", at: node.place,
        proposal: "write it in UTC, such as 2026-01-05T09:00:00Z"))
    return nil
  }

  private func readings(_ keys: Keys?) -> (String, S.Machine.Readings) {
    let profiles = S.profiles
    var chosen = profiles.first
    if let node = keys?["profile"], let name = node.plainText(findings) {
      chosen = profiles.first { $0.name == name }
      if chosen == nil {
        findings.add(
          .unknownName(name, "profile", at: node.place, among: profiles.map(\.name)))
      }
    }
    let base = chosen?.readings ?? .sample
    let readings = NodeReader.overlay(
      base, with: keys?["readings"], what: "the readings", start: context.start, findings)
    return (chosen?.name ?? "documents", readings)
  }

  // MARK: - Devices

  private typealias Pasts = [(PastEvent<S.Machine.Event>, Place)]

  private func devices(_ given: YAMLNode, _ keys: Keys?) -> ([DeviceSetup<S>], Pasts) {
    guard let node = keys?["devices"] else {
      return ([device(soleParty, given).0], [])
    }
    guard let entries = node.entries, !entries.isEmpty else {
      findings.add(.wrongShape(node, expected: "a map from names of devices to their set-up"))
      return ([], [])
    }
    // What stands beside 'devices' holds for each of them, unless it says otherwise.
    let shared = ["use", "device", "config"].compactMap { keys?.entry($0) }
    var setups: [DeviceSetup<S>] = []
    var pasts: Pasts = []
    for entry in entries {
      let own =
        entry.value.isBlank ? YAMLNode(.map([]), at: entry.value.place) : entry.value
      let allowed = ["use", "device", "config", "history"]
      guard Keys(own, "device '\(entry.key)'", allowed: allowed, findings) != nil else { continue }
      let whole = YAMLNode(.map(shared), at: own.place).merged(with: own)
      let (setup, past) = device(entry.key, whole)
      setups.append(setup)
      pasts += past
    }
    return (setups, pasts)
  }

  private func device(_ name: String, _ node: YAMLNode) -> (DeviceSetup<S>, Pasts) {
    var setup = DeviceSetup<S>(
      name: name, device: S.standardDevice(named: name), config: S.standardConfig, past: [])
    for use in node["use"].map(uses) ?? [] {
      fixtures.apply(use, to: &setup, context)
    }
    setup.device = NodeReader.overlay(
      setup.device, with: node["device"], what: "the device", start: context.start, findings)
    setup.config = NodeReader.overlay(
      setup.config, with: node["config"], what: "the configuration", start: context.start,
      findings)
    guard context.isWorld, let history = node["history"] else { return (setup, []) }
    return (setup, StepReader(context: context).history(history, of: name))
  }

  private func uses(_ node: YAMLNode) -> [PlacedText] {
    if let text = node.text, !node.isBlank { return [PlacedText(text: text, place: node.place)] }
    return node.texts(findings, "a list of fixtures, such as [registered_device]")
  }

  /// History runs after the fixtures: nothing of it may come before their last record.
  private func check(_ pasts: Pasts, after given: Given<S>) {
    for (event, place) in pasts {
      var alone = given
      // Simulated devices go their own ways; a script answers all of them in one order.
      if context.isSimulated { alone.devices.removeAll { $0.name != event.party } }
      let preparation = Preparation(
        given: alone, profile: given.profile, readings: given.readings)
      guard let end = preparation.fixtureEnd, event.at < end else { continue }
      findings.add(
        Diagnostic(
          .timeGoesBack, "time goes backwards", at: place,
          proposal: "the fixture ends at \(end.text); history goes on from there"))
    }
  }
}
