import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML

/// Reads what a scenario starts from.
struct GivenReader<S: System> {
  var context: ReadingContext<S>
  let fixtures: FixtureReader<S>

  var findings: Findings { context.findings }

  /// Reads `node`; the context that comes back knows time zero and the devices.
  mutating func given(_ node: YAMLNode?) -> Given<S> {
    let node = node ?? YAMLNode(.map([]), at: Place(file: "", line: 1, column: 1))
    let keys = Keys<GivenKey>(node, findings)
    context.start = keys?[.clock].flatMap(clock) ?? defaultClock
    let backend = keys?[.backend].map(backend) ?? .script(Script())
    if case .simulated = backend { context.isSimulated = true }
    if let names = keys?[.devices]?.entries {
      context.isWorld = true
      context.devices = names.map(\.key)
    }
    let readings = readings(keys)
    var (devices, past) = devices(node, keys)
    if let history = keys?[.history] {
      past += StepReader(context: context).history(history, of: nil)
    }
    devices.sort { indexOf($0.name) < indexOf($1.name) }
    return Given(
      clock: context.start, readings: readings, backend: backend, devices: devices,
      isWorld: context.isWorld,
      history: past.enumerated().sorted {
        ($0.element.input.at, $0.offset) < ($1.element.input.at, $1.offset)
      }.map(\.element))
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

  private func readings(_ keys: Keys<GivenKey>?) -> GivenReadings<S> {
    let profiles = S.profiles
    var chosen = profiles.first
    if let node = keys?[.profile], let name = node.plainText(findings) {
      chosen = profiles.first { $0.name == name }
      if chosen == nil {
        findings.add(
          .unknownName(name, "profile", at: node.place, among: profiles.map(\.name)))
      }
    }
    return GivenReadings(
      profile: chosen?.name ?? "documents", base: chosen?.readings ?? .sample,
      changes: NodeReader.changes(
        of: S.Machine.Readings.self, namedBy: keys?[.readings], what: "the readings",
        start: context.start, findings))
  }

  // MARK: - Devices

  private typealias Past = [PlacedInput<S.Machine.Event>]

  private func devices(_ given: YAMLNode, _ keys: Keys<GivenKey>?) -> ([DeviceSetup<S>], Past) {
    guard let node = keys?[.devices] else {
      return ([device(soleParty, given).0], [])
    }
    guard let entries = node.entries, !entries.isEmpty else {
      findings.add(.wrongShape(node, expected: "a map from names of devices to their set-up"))
      return ([], [])
    }
    // What stands beside 'devices' holds for each of them, unless it says otherwise.
    let shared = [GivenKey.use, .device, .config].compactMap { keys?.entry($0) }
    var setups: [DeviceSetup<S>] = []
    var past: Past = []
    for entry in entries {
      if S.backends.contains(entry.key) || ScopeWord(rawValue: entry.key) != nil {
        findings.add(
          Diagnostic(
            .wrongShape, "a device cannot be called '\(entry.key)'", at: entry.keyPlace,
            proposal: "in claims, 'on: \(entry.key)' means something else"))
      }
      let own =
        entry.value.isBlank ? YAMLNode(.map([]), at: entry.value.place) : entry.value
      checkName(entry)
      let phrase = "device '\(entry.key)'"
      guard Keys<DeviceKey>(own, called: phrase, findings) != nil else { continue }
      let whole = YAMLNode(.map(shared), at: own.place).merged(with: own)
      let (setup, history) = device(entry.key, whole)
      setups.append(setup)
      past += history
    }
    return (setups, past)
  }

  /// A map under `state` or `timers` is one by device only where no name in it means anything else.
  private func checkName(_ device: YAMLEntry) {
    let taken = context.system.state.fields.map(\.name) + S.timers + MatcherOperator.names
    guard taken.contains(device.key) else { return }
    findings.add(
      Diagnostic(
        .wrongShape, "a device cannot be called '\(device.key)'", at: device.keyPlace,
        proposal: "states, timers and matchers have a name like that; write another one"))
  }

  private func device(_ name: String, _ node: YAMLNode) -> (DeviceSetup<S>, Past) {
    var setup = DeviceSetup<S>(
      name: name, device: S.defaultDevice(named: name), config: S.defaultConfig, past: [])
    let used = (node[DeviceKey.use].map(uses) ?? []).compactMap { fixtures.fixture($0, findings) }
    for fixture in used { fixtures.describe(&setup, by: fixture, context) }
    setup.device = NodeReader.overlay(
      setup.device, with: node[DeviceKey.device], what: "the device", start: context.start, findings
    )
    setup.config = NodeReader.overlay(
      setup.config, with: node[DeviceKey.config], what: "the configuration", start: context.start,
      findings)
    // What happened follows the device that all of them describe.
    for fixture in used { fixtures.addHistory(of: fixture, to: &setup, context) }
    guard context.isWorld, let history = node[DeviceKey.history] else { return (setup, []) }
    return (setup, StepReader(context: context).history(history, of: name))
  }

  private func uses(_ node: YAMLNode) -> [PlacedText] {
    if let text = node.text, !node.isBlank { return [PlacedText(text: text, place: node.place)] }
    return node.texts(findings, "a list of fixtures, such as [registered_device]")
  }
}
