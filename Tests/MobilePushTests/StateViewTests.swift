import EventSourcing
import Platform
import Testing

@testable import MobilePush

/// A change that one stored property undergoes.
private typealias Change = @Sendable (inout MobilePushState) -> Void

struct StateViewTests {
  @Test func `every stored property shows in the view`() {
    let state = MobilePushState()
    for (name, change) in changes {
      var changed = state
      change(&changed)
      #expect(changed.value != state.value, "\(name) does not show")
    }
  }

  @Test func `every stored property is tried`() {
    let state = MobilePushState()
    var names = labels(of: state, prefix: "")
    for (name, part) in [
      ("process", state.process as Any), ("system", state.system), ("analytics", state.analytics),
      ("registration", state.registration), ("inApp", state.inApp), ("inbox", state.inbox),
      ("registration.timers", state.registration.timers),
    ] {
      names.removeAll { $0 == name }
      names += labels(of: part, prefix: name + ".")
    }
    // The instant of a view is no part of what the device remembers.
    names.removeAll { $0 == "now" }
    #expect(names.sorted() == changes.map(\.0).sorted())
  }

  @Test func `the documented names are there`() {
    var phone = Phone.registered
    phone.happen(.contactKeySet(key: "anna"), at: .zero)
    phone.happen(.attributeSet(key: "city", value: "Oslo"), at: .zero)
    let view = phone.state.value
    #expect(view["contact_key"] == .text("anna"))
    #expect(view["attributes"]?["city"] == .text("Oslo"))
    #expect(view["tags"] == .list([.text("ALL"), .text("IOS")]))
    #expect(view["push_enabled"] == .boolean(true))
    #expect(view["device_token"] == .text("token-1"))
    #expect(view["registration"]?["pending"] == .boolean(true))
    #expect(view["registration"]?["next_attempt"] == .instant(Phone.start + .seconds(60)))
    #expect(view["registration"]?["last_attempt"] == .instant(Phone.start - .minutes(59)))
    #expect(view["registration"]?["last_sent"]?["device_Token"] == .text("token-1"))
    #expect(view["registration"]?["failures"] == .integer(0))
    #expect(view["analytics"]?["pending"] == .integer(0))
    #expect(view["inbox"]?["unread"] == .integer(0))
    #expect(view["inbox"]?["messages"] == .list([]))
    #expect(view["in_app"]?["messages"] == .list([]))
    #expect(view["in_app"]?["showing"] == nil)
  }

  @Test func `a spec and a state hash see the documented names alone`() {
    var maker = ValueMaker(seesDetails: false)
    Phone.registered.state.view(&maker)
    let view = Value.fields(maker.fields)
    #expect(
      maker.fields.map(\.name) == [
        "attributes", "tags", "push_enabled", "device_token", "registration", "analytics", "inbox",
        "in_app",
      ])
    #expect(
      names(of: view["registration"]) == ["pending", "last_attempt", "last_sent", "failures"])
    #expect(names(of: view["analytics"]) == ["pending"])
    #expect(names(of: view["inbox"]) == ["unread", "messages"])
    #expect(names(of: view["in_app"]) == ["messages"])
  }

  private func names(of value: Value?) -> [String] {
    guard case .fields(let fields) = value else { return [] }
    return fields.map(\.name)
  }

  private func labels(of part: Any, prefix: String) -> [String] {
    Mirror(reflecting: part).children.map { prefix + ($0.label ?? "?") }
  }

  private let changes: [(String, Change)] = [
    ("readings", { $0.readings.send = .earliest }),
    ("profile", { $0.profile = "x" }),
    ("config", { $0.config.push = true }),
    ("record", { $0.record.locale = "x" }),
    ("requests", { $0.requests = 1 }),
    ("process.phase", { $0.process.phase = .background }),
    ("process.tokenRequested", { $0.process.tokenRequested = true }),
    ("process.foregroundSince", { $0.process.foregroundSince = .sample }),
    ("process.listeners", { $0.process.listeners = ["x"] }),
    ("system.optedIn", { $0.system.optedIn = false }),
    ("system.pushSwitch", { $0.system.pushSwitch = false }),
    ("system.online", { $0.system.online = false }),
    ("system.debugBuild", { $0.system.debugBuild = true }),
    ("system.wallClockOffset", { $0.system.wallClockOffset = .seconds(1) }),
    ("registration.changedAt", { $0.registration.changedAt = .sample }),
    ("registration.inFlight", { $0.registration.inFlight = 1 }),
    ("registration.lastAttempt", { $0.registration.lastAttempt = .sample }),
    ("registration.attempts", { $0.registration.attempts = 1 }),
    ("registration.lastSent", { $0.registration.lastSent = .sample }),
    ("registration.acknowledged", { $0.registration.acknowledged = .sample }),
    ("registration.unacknowledged", { $0.registration.unacknowledged = true }),
    ("registration.failures", { $0.registration.failures = 1 }),
    ("registration.retryAt", { $0.registration.retryAt = .sample }),
    ("registration.refused", { $0.registration.refused = true }),
    ("registration.timers.registration", { $0.registration.timers.registration = .sample }),
    (
      "registration.timers.registrationRetry",
      { $0.registration.timers.registrationRetry = .sample }
    ),
    ("analytics.queue", { $0.analytics.queue = [.sample] }),
    ("analytics.entries", { $0.analytics.entries = 1 }),
    ("analytics.inFlight", { $0.analytics.inFlight = .sample }),
    ("inApp.messages", { $0.inApp.messages = [.sample] }),
    ("inApp.showing", { $0.inApp.showing = "x" }),
    ("inApp.inFlight", { $0.inApp.inFlight = [1] }),
    ("inApp.waiting", { $0.inApp.waiting = .silentPush }),
    ("inbox.messages", { $0.inbox.messages = [.sample] }),
    ("inbox.told", { $0.inbox.told = [.sample] }),
    ("inbox.limitedSince", { $0.inbox.limitedSince = .sample }),
    ("inbox.inFlight", { $0.inbox.inFlight = [1] }),
    ("inbox.waiting", { $0.inbox.waiting = .refresh }),
    ("inbox.lastAnswered", { $0.inbox.lastAnswered = 1 }),
  ]
}
