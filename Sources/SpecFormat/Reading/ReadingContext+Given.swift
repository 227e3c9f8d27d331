import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML

/// Reads what a scenario starts from.
extension ReadingContext {
  /// Reads `node`, and gives the context of the rest, which knows time zero and the devices.
  func given(_ node: YAMLNode?) -> (Given, ReadingContext) {
    let node = node ?? YAMLNode(.map([]), at: Place(file: "", line: 1, column: 1))
    let keys = Keys<GivenKey>(node, findings)
    var context = self
    context.start = keys?[.clock].flatMap(clock) ?? defaultClock
    let backend = keys?[.backend].map(givenBackend) ?? .script([])
    if case .simulated = backend { context.isSimulated = true }
    if let names = keys?[.devices]?.entries {
      context.isWorld = true
      context.devices = names.map(\.key)
    }
    let profile = profile(keys?[.profile])
    var (setups, past) = context.setups(node, keys)
    if let history = keys?[.history] { past += context.history(history, of: nil) }
    setups.sort { context.indexOf($0.name) < context.indexOf($1.name) }
    let given = Given(
      clock: context.start, profile: profile, readings: keys?[.readings], backend: backend,
      devices: setups, isWorld: context.isWorld, history: past.stablySorted { $0.at })
    return (given, context)
  }

  private func indexOf(_ name: String) -> Int { devices.firstIndex(of: name) ?? 0 }

  private func clock(_ node: YAMLNode) -> Instant? {
    if let text = node.text, let instant = instant(fromText: text) { return instant }
    let written = shown(node)
    let shape = String(written.map { $0.isASCII && $0.isNumber ? "0" : $0 })
    let time = "0000-00-00T00:00:00"
    let proposal =
      if shape == time + "Z" || shape == time + ".000Z" {
        "there is no such day, or no such time in it"
      } else if shape.hasPrefix(time + "."), shape.hasSuffix("Z") {
        "write milliseconds with three digits, such as 2026-01-05T09:00:00.250Z"
      } else {
        "write it in UTC, such as 2026-01-05T09:00:00Z"
      }
    findings.add(
      .notAnInstant, "'\(written)' is not an instant", at: node.place, proposal: proposal)
    return nil
  }

  private func profile(_ node: YAMLNode?) -> String {
    let profiles = system.profiles
    let standard = profiles.first?.name ?? "documents"
    guard let node, let name = node.plainText(findings) else { return standard }
    if profiles.contains(where: { $0.name == name }) { return name }
    findings.add(.unknownName(name, "profile", at: node.place, among: profiles.map(\.name)))
    return standard
  }

  // MARK: - Devices

  private func setups(_ given: YAMLNode, _ keys: Keys<GivenKey>?) -> (
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
      if isReserved(entry.key, beside: system.backends) {
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

  /// Refuses a device name that means something else in a map under `state` or `timers`: such a map
  /// is by device only where none of its names does.
  private func checkName(_ device: YAMLEntry) {
    let taken = system.state.map(\.name) + system.timers + MatcherOperator.names
    guard taken.contains(device.key) else { return }
    findings.add(
      .wrongShape, "a device cannot be called '\(device.key)'", at: device.keyPlace,
      proposal: "states, timers and matchers have a name like that; write another one")
  }

  private func device(_ name: String, _ node: YAMLNode) -> (DeviceSetup, [WrittenEvent]) {
    var setup = DeviceSetup(name: name)
    for use in node[GivenKey.use].map(uses) ?? [] { add(fixture: use, to: &setup) }
    if let device = node[GivenKey.device] { setup.device.append(device) }
    if let config = node[GivenKey.config] { setup.config.append(config) }
    guard isWorld, let history = node[GivenKey.history] else { return (setup, []) }
    return (setup, self.history(history, of: name))
  }

  private func uses(_ node: YAMLNode) -> [PlacedText] {
    if let text = node.text, !node.isBlank { return [PlacedText(text: text, place: node.place)] }
    return node.texts(findings, "a list of fixtures, such as [registered_device]")
  }
}

/// Reads who answers requests.
extension ReadingContext {
  private func givenBackend(_ node: YAMLNode) -> Given.Backend {
    if node.word(of: BackendWord.self) == .simulated {
      needsBackends(node)
      return .simulated(latency: .zero, settings: [])
    }
    let kinds = system.requestKinds.map(\.name)
    if let settings = node[SimulatedBackendsKey.simulated] {
      needsBackends(node)
      _ = Keys<SimulatedBackendsKey>(node, beside: kinds, findings)
      for script in node.entries ?? [] where kinds.contains(script.key) {
        findings.add(
          .wrongShape, "'\(script.key)' is scripted, and simulated backends answer themselves",
          at: script.keyPlace, proposal: "leave out this script, or 'simulated'")
      }
      return simulated(settings)
    }
    guard
      let entries = node.map(
        findings, "write 'simulated', or the replies to a kind of request: { replies: [201] }")
    else {
      return .script([])
    }
    let scripts = entries.compactMap { entry -> Given.Replies? in
      if !kinds.contains(entry.key) {
        let allowed = kinds + [SimulatedBackendsKey.simulated.rawValue]
        findings.add(
          .unknownKey(
            entry, in: "'backend'", allowed: allowed,
            meant: system.requestKinds.first { $0.effects.contains(entry.key) }?.name))
      }
      if entry.value.elements != nil {
        findings.add(.wrongShape(entry.value, expected: "write { replies: […] }, with this list"))
        return nil
      }
      guard let keys = Keys<RepliesKey>(entry.value, called: "'\(entry.key)'", findings) else {
        return nil
      }
      return Given.Replies(
        kind: entry.key, replies: keys[.replies].map(replies) ?? [],
        latency: latency(keys[.latency]))
    }
    return .script(scripts)
  }

  private func latency(_ node: YAMLNode?) -> TimeSpan {
    guard let node, let latency = node.span(findings) else { return .zero }
    if latency < .zero {
      findings.add(
        .wrongType, "no answer comes before its request", at: node.place,
        proposal: "write a duration of at least 0s")
    }
    return latency
  }

  /// Keys that every system has, beside the settings that this one describes.
  private func simulated(_ node: YAMLNode) -> Given.Backend {
    let names = system.backendSettings.map(\.name)
    let keys = Keys<SimulatedKey>(node, beside: names, findings)
    let own = node.entries?.filter { names.contains($0.key) } ?? []
    return .simulated(latency: latency(keys?[.latency]), settings: own)
  }

  private func needsBackends(_ node: YAMLNode) {
    guard system.backends.isEmpty else { return }
    findings.add(
      .needsSimulation, "\(system.name) has no simulated backends", at: node.place,
      proposal: "script the replies instead")
  }

  private func replies(_ node: YAMLNode) -> [Scripted<YAMLNode>] {
    guard let elements = node.elements, !elements.isEmpty else {
      findings.add(
        .wrongShape(node, expected: "write one reply or more, as [201]; the last one repeats"))
      return []
    }
    return elements.map(reply)
  }

  private func reply(_ node: YAMLNode) -> Scripted<YAMLNode> {
    if let entries = node.entries {
      let status = entries.first { $0.key == "status" }?.value
      if let status, status.style == .plain, let number = status.text.flatMap({ Int64($0) }) {
        checkStatus(number, at: status.place)
      }
      return .reply(node)
    }
    switch node.text.flatMap(ReplyWord.init) {
    case .offline: return .failed(.offline)
    case .timeout: return .failed(.timeout)
    case .connectionLost: return .failed(.connectionLost)
    case nil: break
    }
    guard node.text?.first?.isNumber == true else {
      findings.add(
        .wrongShape(
          node, expected: "a status, offline, timeout, connection_lost or a map with 'status'"))
      return .failed(.offline)
    }
    let status = node.integer(findings) ?? 200
    checkStatus(status, at: node.place)
    return .status(status)
  }

  private func checkStatus(_ status: Int64, at place: Place) {
    guard !(100...599).contains(status) else { return }
    findings.add(
      .wrongType, "\(status) is no HTTP status", at: place,
      proposal: "write one from 100 to 599")
  }
}
