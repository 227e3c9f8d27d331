import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML

/// Reads what a scenario starts from.
struct GivenReader {
  var context: ReadingContext
  let fixtures: FixtureReader

  var findings: Findings { context.findings }

  /// Reads `node`; the context that comes back knows time zero and the devices.
  mutating func given(_ node: YAMLNode?) -> Given {
    let node = node ?? YAMLNode(.map([]), at: Place(file: "", line: 1, column: 1))
    let keys = Keys<GivenKey>(node, findings)
    context.start = keys?[.clock].flatMap(clock) ?? defaultClock
    let backend = keys?[.backend].map(backend) ?? .script([])
    if case .simulated = backend { context.isSimulated = true }
    if let names = keys?[.devices]?.entries {
      context.isWorld = true
      context.devices = names.map(\.key)
    }
    let profile = profile(keys?[.profile])
    var (devices, past) = devices(node, keys)
    if let history = keys?[.history] {
      past += StepReader(context: context).history(history, of: nil)
    }
    devices.sort { indexOf($0.name) < indexOf($1.name) }
    return Given(
      clock: context.start, profile: profile, readings: keys?[.readings], backend: backend,
      devices: devices, isWorld: context.isWorld,
      history: past.enumerated().sorted {
        ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
      }.map(\.element))
  }

  private func indexOf(_ name: String) -> Int { context.devices.firstIndex(of: name) ?? 0 }

  private func clock(_ node: YAMLNode) -> Instant? {
    if let text = node.text, let instant = instant(fromText: text) { return instant }
    findings.add(
      .notAnInstant, "'\(shown(node))' is not an instant", at: node.place,
      proposal: "write it in UTC, such as 2026-01-05T09:00:00Z")
    return nil
  }

  private func profile(_ node: YAMLNode?) -> String {
    let profiles = context.system.profiles
    let standard = profiles.first ?? "documents"
    guard let node, let name = node.plainText(findings) else { return standard }
    if profiles.contains(name) { return name }
    findings.add(.unknownName(name, "profile", at: node.place, among: profiles))
    return "documents"
  }

  // MARK: - Devices

  private func devices(_ given: YAMLNode, _ keys: Keys<GivenKey>?) -> (
    [DeviceSetup], [WrittenEvent]
  ) {
    guard let node = keys?[.devices] else {
      return ([device(soleParty, given).0], [])
    }
    guard let entries = node.entries, !entries.isEmpty else {
      findings.add(.wrongShape(node, expected: "a map from names of devices to their set-up"))
      return ([], [])
    }
    // What stands beside 'devices' holds for each of them, unless it says otherwise.
    let shared = [GivenKey.use, .device, .config].compactMap { keys?.entry($0) }
    var setups: [DeviceSetup] = []
    var past: [WrittenEvent] = []
    for entry in entries {
      if context.system.backends.contains(entry.key) || ScopeWord(rawValue: entry.key) != nil {
        findings.add(
          .wrongShape, "a device cannot be called '\(entry.key)'", at: entry.keyPlace,
          proposal: "in claims, 'on: \(entry.key)' means something else")
      }
      let own =
        entry.value.isBlank ? YAMLNode(.map([]), at: entry.value.place) : entry.value
      checkName(entry)
      let phrase = "device '\(entry.key)'"
      guard Keys<GivenKey>(own, as: .device, called: phrase, findings) != nil else { continue }
      let whole = YAMLNode(.map(shared), at: own.place).merged(with: own)
      let (setup, history) = device(entry.key, whole)
      setups.append(setup)
      past += history
    }
    return (setups, past)
  }

  /// A map under `state` or `timers` is one by device only where no name in it means anything else.
  private func checkName(_ device: YAMLEntry) {
    let taken =
      context.system.state.fields.map(\.name) + context.system.timers + MatcherOperator.names
    guard taken.contains(device.key) else { return }
    findings.add(
      .wrongShape, "a device cannot be called '\(device.key)'", at: device.keyPlace,
      proposal: "states, timers and matchers have a name like that; write another one")
  }

  private func device(_ name: String, _ node: YAMLNode) -> (DeviceSetup, [WrittenEvent]) {
    var setup = DeviceSetup(name: name)
    for use in node[GivenKey.use].map(uses) ?? [] { fixtures.add(use, to: &setup, context) }
    if let device = node[GivenKey.device] { setup.device.append(device) }
    if let config = node[GivenKey.config] { setup.config.append(config) }
    guard context.isWorld, let history = node[GivenKey.history] else { return (setup, []) }
    return (setup, StepReader(context: context).history(history, of: name))
  }

  private func uses(_ node: YAMLNode) -> [PlacedText] {
    if let text = node.text, !node.isBlank { return [PlacedText(text: text, place: node.place)] }
    return node.texts(findings, "a list of fixtures, such as [registered_device]")
  }
}
