import EventSourcing
import Platform
import Testing

@testable import MobilePush

struct StateViewTests {
  @Test func `every stored property shows in the view`() {
    let initial = MobilePushState().value
    for state in variations {
      #expect(state.value != initial, "\(changes(of: state)) does not show")
    }
  }

  @Test func `every stored property is tried`() {
    let names = properties(of: MobilePushState()).map(\.name)
    #expect(variations.flatMap(changes).sorted() == names.sorted())
  }

  /// Finds the names of the properties in which a state differs from the initial one.
  private func changes(of state: MobilePushState) -> [String] {
    zip(properties(of: state), properties(of: MobilePushState()))
      .filter { $0.value != $1.value }.map(\.0.name)
  }

  /// Lists the stored properties of a part and of the parts in it.
  private func properties(
    of part: Any, prefix: String = ""
  ) -> [(name: String, value: AnyHashable?)] {
    Mirror(reflecting: part).children.flatMap {
      (label, value) -> [(name: String, value: AnyHashable?)] in
      let name = prefix + (label ?? "?")
      // What is incidental follows from the rest, and the instant of a view is no part of what the
      // device remembers.
      if name == "now" || label?.hasPrefix("_") == true { return [] }
      let mirror = Mirror(reflecting: value)
      // The app's own configuration is one value.
      let isPart = mirror.displayStyle == .struct && mirror.children.count > 1 && name != "config"
      return isPart ? properties(of: value, prefix: name + ".") : [(name, value as? AnyHashable)]
    }
  }

  /// The initial state with one stored property changed.
  private let variations: [MobilePushState] = [
    MobilePushState(readings: Shared(MobilePushReadings(send: .earliest))),
    MobilePushState(profile: "x"),
    MobilePushState(config: MobilePushConfig(push: true)),
    MobilePushState(lastRequest: 1),
    MobilePushState(process: AppProcess(phase: .background)),
    MobilePushState(process: AppProcess(foregroundSince: .sample)),
    MobilePushState(system: SystemFacts(online: false)),
    MobilePushState(system: SystemFacts(wallClockOffset: .seconds(1))),
    MobilePushState(system: SystemFacts(storageLocked: true)),
    MobilePushState(system: SystemFacts(reinstallations: 1)),
    MobilePushState(push: PushState(permission: false)),
    MobilePushState(push: PushState(switchedOn: false)),
    MobilePushState(push: PushState(tokenRequested: true)),
    MobilePushState(registration: RegistrationState(record: .sample)),
    MobilePushState(registration: RegistrationState(tags: DeviceTags(byApp: ["x"]))),
    MobilePushState(registration: RegistrationState(tags: DeviceTags(isAndroid: true))),
    MobilePushState(registration: RegistrationState(tags: DeviceTags(debugBuild: true))),
    MobilePushState(registration: RegistrationState(changedAt: .sample)),
    MobilePushState(registration: RegistrationState(inFlight: 1)),
    MobilePushState(registration: RegistrationState(lastAttempt: .sample)),
    MobilePushState(registration: RegistrationState(attempts: 1)),
    MobilePushState(registration: RegistrationState(lastSent: Shared(.sample))),
    MobilePushState(registration: RegistrationState(acknowledged: Shared(.sample))),
    MobilePushState(registration: RegistrationState(unacknowledged: true)),
    MobilePushState(registration: RegistrationState(failures: 1)),
    MobilePushState(registration: RegistrationState(retryAt: .sample)),
    MobilePushState(registration: RegistrationState(refused: true)),
    MobilePushState(registration: RegistrationState(timers: .init(registration: .sample))),
    MobilePushState(registration: RegistrationState(timers: .init(registrationRetry: .sample))),
    MobilePushState(registration: RegistrationState(listeners: ["x"])),
    MobilePushState(analytics: AnalyticsState(queue: Shared([.sample]))),
    MobilePushState(analytics: AnalyticsState(entries: 1)),
    MobilePushState(analytics: AnalyticsState(owesFlush: true)),
    MobilePushState(analytics: AnalyticsState(inFlight: .sample)),
    MobilePushState(inApp: InAppState(messages: [.sample])),
    MobilePushState(inApp: InAppState(showing: "x")),
    MobilePushState(inApp: InAppState(inFlight: [1])),
    MobilePushState(inApp: InAppState(waiting: .silentPush)),
    MobilePushState(inbox: InboxState(contents: InboxContents(messages: [.sample]))),
    MobilePushState(inbox: InboxState(contents: InboxContents(notified: [.sample]))),
    MobilePushState(inbox: InboxState(limitedSince: .sample)),
    MobilePushState(inbox: InboxState(inFlight: [1])),
    MobilePushState(inbox: InboxState(waiting: .refresh)),
    MobilePushState(inbox: InboxState(lastAnswered: 1)),
  ]
}
