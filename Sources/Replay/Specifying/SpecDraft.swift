import EventSourcing
import Simulation
import Traces

/// A spec that is being made from a trace: what is given, what happens, and what is claimed of it.
struct SpecDraft {
  var sdk: String
  /// The name of the recording.
  var title: String
  /// The instant of time zero.
  var clock: Instant
  /// The effects that it speaks about.
  var observation: SpecObservation
  var profile: String?
  var readings: [Value.Field] = []
  var devices: [Device]
  /// Whether the devices have names that steps and states use.
  var isWorld: Bool
  var backend: Backend
  /// Whether each answer is a step, and none comes of the backend.
  var answersAsSteps = false
  var history: [Step] = []
  var steps: [Step]
  /// The instant at which the run ends; `nil` for that of the last step.
  var runUntil: Instant?
  /// Whether no request times out before the run ends.
  private(set) var keepsRequestsOpen = false

  /// The settings of a device that are not the defaults.
  struct Device {
    var name: String
    var fixture: String?
    var device: [Value.Field] = []
    var config: [Value.Field] = []
  }

  /// The side that answers requests: simulated backends or a script.
  enum Backend {
    /// The settings are those of the backends that are not the defaults.
    case simulated(latency: TimeSpan, settings: [Value.Field])
    case script([Replies])
  }

  /// The answers to one kind of request, in the order of the requests.
  struct Replies {
    var kind: String
    var replies: [Scripted<[Value.Field]>]
    var latency: TimeSpan
  }

  /// An event from outside.
  struct Step {
    /// The number of the record that it repeats.
    let seq: Int64
    var at: Instant
    /// The device; `nil` where the event happens at a backend.
    var party: String?
    var event: String
    var fields: [Value.Field]
    /// A remark about it.
    var note: String?
  }
}

extension SpecDraft {
  /// The same run without timeouts of requests; `nil` where the system has no such setting.
  func keepingRequestsOpen(until end: Instant, in system: AnySystem) -> SpecDraft? {
    let days = (end - clock).milliseconds / TimeSpan.days(1).milliseconds
    let timeout = Value.Field(name: "request_timeout", value: .span(.days(days + 1)))
    guard system.accepts([timeout]) else { return nil }
    var draft = self
    draft.keepsRequestsOpen = true
    for index in draft.devices.indices {
      draft.devices[index].config.removeAll { $0.name == timeout.name }
      draft.devices[index].config.append(timeout)
    }
    return draft
  }

  /// The spec with these claims.
  func text(_ claims: SpecClaims, comments: [String] = []) -> String {
    var text = SpecText(zero: clock)
    for comment in comments { text.comment(comment) }
    text.line("format: 1")
    text.entry("sdk", .text(sdk), indent: 0)
    text.entry("feature", .text(title), indent: 0)
    if observation.isNamed {
      text.entry("observe", .list(observation.kinds.map { .text($0) }), indent: 0)
    }
    text.line("")
    text.line("scenarios:")
    text.entry("name", .text("What was recorded in \(title)"), indent: 2, prefix: "- ")
    write(given: &text)
    write(steps: &text, claims)
    if let runUntil { text.entry("run_until", .instant(runUntil), indent: 4) }
    if !claims.timelines.isEmpty {
      text.entry("timeline", .fields(claims.timelines), indent: 4)
    }
    if claims.finally != .fields([]) { text.entry("finally", claims.finally, indent: 4) }
    return text.text
  }

  private func write(given text: inout SpecText) {
    let own: [(String, Value?)] =
      isWorld
      ? [("devices", .map(devices.map { ($0.name, .map($0.entries)) }))]
      : devices.first?.entries ?? []
    let past = history.map { $0.value(namesParty: isWorld) }
    let given = Value.map(
      [
        ("clock", clock == defaultClock ? nil : clockText(of: clock).map { .text($0) }),
        ("profile", profile.map { .text($0) }), ("readings", readings.unlessEmpty),
        ("backend", backend.value),
      ] + own + [("history", past.isEmpty ? nil : .list(past))])
    if given != .fields([]) { text.entry("given", given, indent: 4) }
  }

  private func write(steps text: inout SpecText, _ claims: SpecClaims) {
    text.line("steps:", indent: 4)
    for (moment, expected) in claims.moments(of: steps.map { $0.value(namesParty: isWorld) }) {
      let expected = Value.map([("expect", expected)])
      text.element(.fields(moment.members + expected.members), indent: 6)
    }
  }
}

extension SpecDraft.Backend {
  fileprivate var value: Value? {
    switch self {
    case .simulated(let latency, let settings):
      let own = Value.map([("latency", latency == .zero ? nil : .span(latency))]).members + settings
      return own.isEmpty ? .text("simulated") : .map([("simulated", .fields(own))])
    case .script(let kinds):
      return kinds.isEmpty ? nil : .map(kinds.map { ($0.kind, $0.value) })
    }
  }
}

extension SpecDraft.Replies {
  /// The replies without what repeats at the end: the last one repeats by itself.
  var shown: [Scripted<[Value.Field]>] {
    var shown = replies
    while shown.count > 1, shown.last == shown[shown.count - 2] { shown.removeLast() }
    return shown
  }

  var value: Value {
    let values = shown.map { reply -> Value in
      switch reply {
      case .status(let status): .integer(status)
      case .failed(let failure): .text(failure.rawValue)
      case .reply(let fields): .fields(fields)
      }
    }
    return .map([
      ("replies", .list(values)), ("latency", latency == .zero ? nil : .span(latency)),
    ])
  }
}

extension SpecDraft.Device {
  var entries: [(String, Value?)] {
    [
      ("use", fixture.map { .list([.text($0)]) }), ("device", device.unlessEmpty),
      ("config", config.unlessEmpty),
    ]
  }
}

extension SpecDraft.Step {
  func value(namesParty: Bool) -> Value {
    .map([
      ("at", .instant(at)), ("note", note.map { .text($0) }),
      ("on", namesParty ? party.map { .text($0) } : nil), ("event", .text(event)),
      ("with", fields.unlessEmpty),
    ])
  }
}

extension [Value.Field] {
  fileprivate var unlessEmpty: Value? { isEmpty ? nil : .fields(self) }
}
