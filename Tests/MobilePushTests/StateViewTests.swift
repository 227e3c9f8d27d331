import EventSourcing
import Platform
import Testing

@testable import MobilePush

struct StateViewTests {
  @Test func `every stored property shows in the view`() {
    let initial = MobilePushState().value
    for (name, state) in variations {
      #expect(state.value != initial, "\(name) does not show")
    }
  }

  @Test func `every stored property is tried`() {
    let state = MobilePushState()
    var names = labels(of: state, prefix: "")
    for (name, part) in [
      ("process", state.process as Any), ("system", state.system), ("push", state.push),
      ("analytics", state.analytics), ("registration", state.registration),
      ("inApp", state.inApp), ("inbox", state.inbox), ("inbox.contents", state.inbox.contents),
      ("registration.timers", state.registration.timers),
      ("registration.tags", state.registration.tags),
    ] {
      names.removeAll { $0 == name }
      names += labels(of: part, prefix: name + ".")
    }
    // The instant of a view is no part of what the device remembers.
    names.removeAll { $0 == "now" }
    #expect(names.sorted() == variations.map(\.0).sorted())
  }

  private func labels(of part: Any, prefix: String) -> [String] {
    Mirror(reflecting: part).children
      // What is incidental follows from the rest.
      .filter { !($0.label?.hasPrefix("_") ?? false) }
      .map { prefix + ($0.label ?? "?") }
  }

  /// The initial state with one stored property changed.
  private let variations: [(String, MobilePushState)] = [
    ("readings", MobilePushState(readings: Shared(MobilePushReadings(send: .earliest)))),
    ("profile", MobilePushState(profile: "x")),
    ("config", MobilePushState(config: MobilePushConfig(push: true))),
    ("lastRequest", MobilePushState(lastRequest: 1)),
    ("process.phase", MobilePushState(process: AppProcess(phase: .background))),
    ("process.foregroundSince", MobilePushState(process: AppProcess(foregroundSince: .sample))),
    ("system.online", MobilePushState(system: SystemFacts(online: false))),
    (
      "system.wallClockOffset",
      MobilePushState(system: SystemFacts(wallClockOffset: .seconds(1)))
    ),
    ("system.storageLocked", MobilePushState(system: SystemFacts(storageLocked: true))),
    ("system.reinstallations", MobilePushState(system: SystemFacts(reinstallations: 1))),
    ("push.permission", MobilePushState(push: PushState(permission: false))),
    ("push.switchedOn", MobilePushState(push: PushState(switchedOn: false))),
    ("push.tokenRequested", MobilePushState(push: PushState(tokenRequested: true))),
    ("registration.record", Self.registration(RegistrationState(record: .sample))),
    ("registration.tags.byApp", Self.tags(DeviceTags(byApp: ["x"]))),
    ("registration.tags.isAndroid", Self.tags(DeviceTags(isAndroid: true))),
    ("registration.tags.debugBuild", Self.tags(DeviceTags(debugBuild: true))),
    ("registration.changedAt", Self.registration(RegistrationState(changedAt: .sample))),
    ("registration.inFlight", Self.registration(RegistrationState(inFlight: 1))),
    ("registration.lastAttempt", Self.registration(RegistrationState(lastAttempt: .sample))),
    ("registration.attempts", Self.registration(RegistrationState(attempts: 1))),
    ("registration.lastSent", Self.registration(RegistrationState(lastSent: Shared(.sample)))),
    (
      "registration.acknowledged",
      Self.registration(RegistrationState(acknowledged: Shared(.sample)))
    ),
    ("registration.unacknowledged", Self.registration(RegistrationState(unacknowledged: true))),
    ("registration.failures", Self.registration(RegistrationState(failures: 1))),
    ("registration.retryAt", Self.registration(RegistrationState(retryAt: .sample))),
    ("registration.refused", Self.registration(RegistrationState(refused: true))),
    (
      "registration.timers.registration",
      Self.registration(RegistrationState(timers: RegistrationTimers(registration: .sample)))
    ),
    (
      "registration.timers.registrationRetry",
      Self.registration(RegistrationState(timers: RegistrationTimers(registrationRetry: .sample)))
    ),
    ("registration.listeners", Self.registration(RegistrationState(listeners: ["x"]))),
    ("analytics.queue", MobilePushState(analytics: AnalyticsState(queue: Shared([.sample])))),
    ("analytics.entries", MobilePushState(analytics: AnalyticsState(entries: 1))),
    ("analytics.owesFlush", MobilePushState(analytics: AnalyticsState(owesFlush: true))),
    ("analytics.inFlight", MobilePushState(analytics: AnalyticsState(inFlight: .sample))),
    ("inApp.messages", MobilePushState(inApp: InAppState(messages: [.sample]))),
    ("inApp.showing", MobilePushState(inApp: InAppState(showing: "x"))),
    ("inApp.inFlight", MobilePushState(inApp: InAppState(inFlight: [1]))),
    ("inApp.waiting", MobilePushState(inApp: InAppState(waiting: .silentPush))),
    ("inbox.contents.messages", Self.inbox(InboxContents(messages: [.sample]))),
    ("inbox.contents.notified", Self.inbox(InboxContents(notified: [.sample]))),
    ("inbox.limitedSince", MobilePushState(inbox: InboxState(limitedSince: .sample))),
    ("inbox.inFlight", MobilePushState(inbox: InboxState(inFlight: [1]))),
    ("inbox.waiting", MobilePushState(inbox: InboxState(waiting: .refresh))),
    ("inbox.lastAnswered", MobilePushState(inbox: InboxState(lastAnswered: 1))),
  ]

  private static func tags(_ tags: DeviceTags) -> MobilePushState {
    registration(RegistrationState(tags: tags))
  }

  private static func inbox(_ contents: InboxContents) -> MobilePushState {
    MobilePushState(inbox: InboxState(contents: contents))
  }

  private static func registration(_ state: RegistrationState) -> MobilePushState {
    MobilePushState(registration: state)
  }
}
