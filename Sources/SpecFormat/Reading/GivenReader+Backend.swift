import Diagnostics
import EventSourcing
import Simulation
import YAML

/// Reads who answers requests.
extension GivenReader {
  func backend(_ node: YAMLNode) -> Preparation<S>.Backend {
    if node.word(of: BackendWord.self) == .simulated {
      needsBackends(node)
      return .simulated(latency: .zero, settings: nil)
    }
    if let settings = node[SimulatedBackendsKey.simulated] {
      needsBackends(node)
      _ = Keys<SimulatedBackendsKey>(node, findings)
      return simulated(settings)
    }
    var script = Script<S.Reply>()
    guard let entries = node.entries else {
      findings.add(.wrongShape(node, expected: "'backend' is a map of keys and values"))
      return .script(script)
    }
    let kinds = S.requestKinds
    for entry in entries {
      if !kinds.contains(entry.key) {
        let allowed = kinds + [SimulatedBackendsKey.simulated.rawValue]
        findings.add(.unknownKey(entry, in: "'backend'", allowed: allowed))
      }
      guard let keys = Keys<RepliesKey>(entry.value, called: "'\(entry.key)'", findings) else {
        continue
      }
      let replies = keys[.replies].map { self.replies($0, to: entry.key) } ?? []
      script.set(.init(replies: replies, latency: latency(keys[.latency])), for: entry.key)
    }
    return .script(script)
  }

  private func latency(_ node: YAMLNode?) -> TimeSpan {
    guard let node, let latency = node.span(findings) else { return .zero }
    if latency < .zero {
      findings.add(
        Diagnostic(
          .wrongType, "no answer comes before its request", at: node.place,
          proposal: "write a duration of at least 0s"))
    }
    return latency
  }

  /// Keys that every system has, beside the settings that this one describes.
  private func simulated(_ node: YAMLNode) -> Preparation<S>.Backend {
    let schema = S.backendSettings.flatMap { context.system.events.schema($0.name.description) }
    let names = schema?.fields.map(\.name) ?? []
    let keys = Keys<SimulatedKey>(node, beside: names, findings)
    let own = node.entries?.filter { names.contains($0.key) } ?? []
    return .simulated(latency: latency(keys?[.latency]), settings: settings(own))
  }

  /// The event that sets the backends up; `nil` where every setting is left at its default.
  private func settings(_ entries: [YAMLEntry]) -> S.Machine.Event? {
    guard let defaults = S.backendSettings, let first = entries.first else { return nil }
    let found = findings.count
    let event = NodeReader.fields(
      of: defaults, from: YAMLNode(.map(entries), at: first.keyPlace), called: "'simulated'",
      start: context.start, findings)
    if findings.count == found, let error = S.validationError(in: event) {
      findings.add(Diagnostic(.wrongShape, error, at: first.value.place))
    }
    return event
  }

  private func needsBackends(_ node: YAMLNode) {
    guard S.backends.isEmpty else { return }
    findings.add(
      Diagnostic(
        .needsSimulation, "\(S.name) has no simulated backends", at: node.place,
        proposal: "script the replies instead"))
  }

  private func replies(_ node: YAMLNode, to kind: String) -> [Scripted<S.Reply>] {
    guard let elements = node.elements, !elements.isEmpty else {
      findings.add(
        .wrongShape(node, expected: "write one reply or more, as [201]; the last one repeats"))
      return []
    }
    return elements.map { reply($0, to: kind) }
  }

  private func reply(_ node: YAMLNode, to kind: String) -> Scripted<S.Reply> {
    switch node.content {
    case .scalar(let text, _):
      switch ReplyWord(rawValue: text) {
      case .offline: return .offline
      case .timeout: return .timeout
      case nil: break
      }
      if text.first?.isNumber == true {
        let status = node.integer(findings) ?? 200
        if !(100...599).contains(status) {
          findings.add(
            Diagnostic(
              .wrongType, "\(status) is no HTTP status", at: node.place,
              proposal: "write one from 100 to 599"))
        }
        return .status(status)
      }
      findings.add(
        .wrongShape(node, expected: "a status, offline, timeout or a map with 'status'"))
    case .list:
      findings.add(
        .wrongShape(node, expected: "a status, offline, timeout or a map with 'status'"))
    case .map:
      let found = findings.count
      let reply = NodeReader.record(
        S.Reply.self, from: node, what: "a reply", start: context.start, findings)
      if findings.count == found, let error = S.validationError(in: reply, for: kind) {
        findings.add(Diagnostic(.wrongShape, error, at: node.place))
      }
      return .reply(reply)
    }
    return .offline
  }
}
