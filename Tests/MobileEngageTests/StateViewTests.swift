import EventSourcing
import Platform
import Testing

@testable import MobileEngage

struct StateViewTests {
  private typealias Change = @Sendable (inout MobileEngageState) -> Void

  @Test func `every stored property shows in the view`() {
    let state = MobileEngageState()
    for (name, change) in changes {
      var changed = state
      change(&changed)
      #expect(changed.value != state.value, "\(name) does not show")
    }
  }

  @Test func `every stored property is tried`() {
    let state = MobileEngageState()
    var names = labels(of: state, prefix: "")
    for (name, part) in [
      ("process", state.process as Any), ("application", state.application),
      ("client", state.client), ("push", state.push), ("traffic", state.traffic),
      ("counters", state.counters),
    ] {
      names.removeAll { $0 == name }
      names += labels(of: part, prefix: name + ".")
    }
    // The instant of a fold is no part of what the device remembers.
    names.removeAll { $0 == "now" }
    #expect(names.sorted() == changes.map(\.0).sorted())
  }

  @Test func `every part of a queued call shows`() {
    let calls: [CallOrder] = [
      .linkContact(.sample, before: nil), .linkContact(.sample, before: .sample),
      .linkAnonymous(before: nil), .linkAnonymous(before: .sample), .forgetContact,
      .registerPushToken("a"), .registerPushToken("b"), .removePushToken, .event(.sample),
      .startOver(code: "a"), .startOver(code: "b"),
    ]
    let values = calls.map { QueuedCall(number: 1, application: "", order: $0).value }
    for (index, value) in values.enumerated() {
      #expect(!values[..<index].contains(value), "\(calls[index]) looks like another one")
    }
  }

  @Test func `the documented names are there`() {
    var device = Handset.started()
    device.happen(.pushTokenReceived(token: "token-1"))
    device.happen(.contactSet(value: "anna"))
    device.answerAll()
    device.happen(.eventTracked(name: "viewed"))
    let view = device.state.value
    #expect(view["client_state"] == .text("state-5"))
    #expect(view["contact_token"] == .text("contact-5"))
    #expect(view["refresh_token"] == .text("refresh-5"))
    #expect(view["push_token"] == .text("token-1"))
    #expect(view["contact"]?["value"] == .text("anna"))
    guard case .list(let queue)? = view["queue"] else {
      Issue.record("the queue is no list")
      return
    }
    #expect(queue.map { $0["name"] } == [.text("viewed")])
  }

  @Test func `a spec and a state hash see the documented names alone`() {
    var device = Handset.started()
    device.happen(.pushTokenReceived(token: "token-1"))
    device.happen(.contactSet(value: "anna"))
    device.answerAll()
    var maker = ValueMaker(seesDetails: false)
    device.state.view(&maker)
    #expect(
      maker.fields.map(\.name) == [
        "client_state", "contact_token", "refresh_token", "push_token", "contact", "queue",
      ])
  }

  private func labels(of part: Any, prefix: String) -> [String] {
    Mirror(reflecting: part).children.map { prefix + ($0.label ?? "?") }
  }

  private let changes: [(String, Change)] = [
    ("profile", { $0.profile = .ios }),
    ("readings", { $0.readings.startEvent = .both }),
    ("config", { $0.config.eventBatchLimit = 1 }),
    ("online", { $0.online = false }),
    ("clientState", { $0.clientState = "x" }),
    ("tokens", { $0.tokens = ContactTokens(contact: "x", refresh: nil) }),
    ("contact", { $0.contact = .sample }),
    ("queue", { $0.queue = [.sample] }),
    ("process.phase", { $0.process.phase = .background }),
    ("process.startTracked", { $0.process.startTracked = true }),
    ("process.sessionSince", { $0.process.sessionSince = .sample }),
    ("application.code", { $0.application.code = "x" }),
    ("application.launched", { $0.application.launched = true }),
    ("client.properties", { $0.client.properties.locale = "x" }),
    ("client.acknowledged", { $0.client.acknowledged = .sample }),
    ("client.wanted", { $0.client.wanted = true }),
    ("client.attempts", { $0.client.attempts.failures = 1 }),
    ("push.token", { $0.push.token = "x" }),
    ("push.registered", { $0.push.registered = "x" }),
    ("traffic.inFlight", { $0.traffic.inFlight = InFlight(request: 1, cargo: .refresh) }),
    ("traffic.unauthorized", { $0.traffic.unauthorized = .calls([1]) }),
    ("traffic.refreshes", { $0.traffic.refreshes = 1 }),
    ("traffic.somethingFailed", { $0.traffic.somethingFailed = true }),
    ("traffic.retryDue", { $0.traffic.retryDue = .sample }),
    ("counters.requests", { $0.counters.requests = 1 }),
    ("counters.entries", { $0.counters.entries = 1 }),
    ("counters.calls", { $0.counters.calls = 1 }),
  ]
}
