import Diagnostics
import EventSourcing
import Simulation
import YAML

/// Reads who answers requests.
extension GivenReader {
  func backend(_ node: YAMLNode) -> Given.Backend {
    if node.word(of: BackendWord.self) == .simulated {
      needsBackends(node)
      return .simulated(latency: .zero, settings: [])
    }
    if let settings = node[SimulatedBackendsKey.simulated] {
      needsBackends(node)
      _ = Keys<SimulatedBackendsKey>(node, findings)
      return simulated(settings)
    }
    guard let entries = node.map(findings, "'backend' is a map of keys and values") else {
      return .script([])
    }
    let kinds = context.system.requestKinds
    let scripts = entries.compactMap { entry -> Given.Replies? in
      if !kinds.contains(entry.key) {
        let allowed = kinds + [SimulatedBackendsKey.simulated.rawValue]
        findings.add(.unknownKey(entry, in: "'backend'", allowed: allowed))
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
    let names = context.system.backendSettings.map(\.name)
    let keys = Keys<SimulatedKey>(node, beside: names, findings)
    let own = node.entries?.filter { names.contains($0.key) } ?? []
    return .simulated(latency: latency(keys?[.latency]), settings: own)
  }

  private func needsBackends(_ node: YAMLNode) {
    guard context.system.backends.isEmpty else { return }
    findings.add(
      .needsSimulation, "\(context.system.name) has no simulated backends", at: node.place,
      proposal: "script the replies instead")
  }

  private func replies(_ node: YAMLNode) -> [Given.Reply] {
    guard let elements = node.elements, !elements.isEmpty else {
      findings.add(
        .wrongShape(node, expected: "write one reply or more, as [201]; the last one repeats"))
      return []
    }
    return elements.map(reply)
  }

  private func reply(_ node: YAMLNode) -> Given.Reply {
    guard node.entries == nil else { return .fields(node) }
    switch node.text.flatMap(ReplyWord.init) {
    case .offline: return .offline
    case .timeout: return .timeout
    case nil: break
    }
    guard node.text?.first?.isNumber == true else {
      findings.add(
        .wrongShape(node, expected: "a status, offline, timeout or a map with 'status'"))
      return .offline
    }
    let status = node.integer(findings) ?? 200
    if !(100...599).contains(status) {
      findings.add(
        .wrongType, "\(status) is no HTTP status", at: node.place,
        proposal: "write one from 100 to 599")
    }
    return .status(status)
  }
}
