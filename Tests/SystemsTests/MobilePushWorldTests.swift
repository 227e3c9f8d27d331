import EventSourcing
import MobilePush
import Simulation
import Systems
import Testing

struct MobilePushWorldTests {
  @Test(arguments: [TimeSpan.minutes(5), .minutes(15)])
  func `a push goes from opt-in to open, but not before it is visible`(delay: TimeSpan) {
    var run = MobilePushRun(devices: ["phone"], readings: MobilePushReadings(propagation: delay))
    run.happen(.appLaunched())
    run.happen(.contactKeySet(key: "user.a"))
    // The token and the key leave together a minute after the launch.
    run.run(until: .minutes(1) + delay - .milliseconds(1))
    run.happen(.pushSent(contact: "user.a", id: "early"))
    #expect(run.backends["deliveries"] == .list([]))
    run.run(until: .minutes(1) + delay)
    run.happen(.pushSent(contact: "user.a", id: "p1"))
    #expect(run.times(of: "notification_received") == [.minutes(1) + delay])
    run.happen(.notificationOpened(id: "p1"))
    run.happen(.appBackgrounded)
    #expect(run.backends["entries_counted"] == .integer(4))
    #expect(run.view()["analytics"]?["pending"] == .integer(0))
  }

  @Test func `the key that comes late leaves an orphan on the bill`() {
    var run = MobilePushRun(devices: ["phone"])
    run.happen(.appLaunched())
    run.run(until: .hours(1))
    run.happen(.contactKeySet(key: "user.a"))
    run.run(until: .hours(2))
    #expect(run.backends["orphaned"] == .list([.text("generated-1")]))
    #expect(run.backends["billable"] == .integer(2))
    #expect(run.view()["contact_key"] == .text("user.a"))
  }

  @Test func `with the delay flag no contact is made up`() {
    var run = MobilePushRun(devices: ["phone"])
    run.happen(
      .appLaunched(config: MobilePushConfig(delayRegistrationUntilContactKeyIsSet: true)))
    run.run(until: .hours(1))
    #expect(run.backends["billable"] == .integer(0))
    run.happen(.contactKeySet(key: "user.a"))
    run.run(until: .hours(2))
    #expect(run.backends["orphaned"] == .list([]))
    #expect(run.backends["billable"] == .integer(1))
  }

  @Test func `user A then user B orphan A on one device and none on two`() {
    var run = MobilePushRun(devices: ["phone", "tablet"])
    for device in ["phone", "tablet"] {
      run.happen(.appLaunched(), to: device)
      run.happen(.contactKeySet(key: "user.a"), to: device)
    }
    run.run(until: .minutes(10))
    run.happen(.contactKeySet(key: "user.b"))
    run.run(until: .minutes(20))
    #expect(run.backends["orphaned"] == .list(orphans(["generated-1", "generated-2"])))
    run.happen(.contactKeySet(key: "user.b"), to: "tablet")
    run.run(until: .minutes(30))
    #expect(
      run.backends["orphaned"] == .list(orphans(["generated-1", "generated-2", "user.a"])))
    #expect(run.backends["billable"] == .integer(4))
  }

  @Test func `an invalidated token bounces, opts out, and the next launch brings a new one`() {
    var run = registered()
    run.happen(.tokenInvalidated, to: "phone")
    run.happen(.pushSent(contact: "user.a", id: "p1"))
    #expect(run.backends["opted_out"] == .list([.text("phone")]))
    run.happen(.appForceClosed)
    run.happen(.appLaunched())
    #expect(run.view()["device_token"] == .text("token-phone-2"))
    run.happen(.pushSent(contact: "user.a", id: "p2"))
    run.run(until: .hours(2))
    #expect(run.backends["opted_out"] == .list([]))
    run.happen(.pushSent(contact: "user.a", id: "p3"))
    #expect(
      run.backends["deliveries"]
        == .list([PushDelivery(device: "phone", id: "p3").value]))
  }

  @Test func `who withdraws the permission gets neither token nor pushes`() {
    var run = MobilePushRun(devices: ["phone"], optedOut: ["phone"])
    run.happen(.appLaunched())
    run.run(until: .minutes(10))
    #expect(run.times(of: "device_token_received").isEmpty)
    #expect(run.backends["opted_out"] == .list([.text("phone")]))
  }

  @Test func `a missed silent push is made good by the next session, deletion prevents it`() {
    var run = registered()
    run.happen(.networkLost)
    run.happen(.inAppPublished(message: message("kept")))
    run.happen(.inAppPublished(message: message("withdrawn")))
    run.happen(.inAppDeleted(id: "withdrawn"))
    run.happen(.networkRestored)
    #expect(run.times(of: "silent_push_received").isEmpty)
    run.happen(.appBackgrounded)
    run.happen(.appForegrounded)
    run.happen(.customEventTracked(name: "withdrawn"))
    #expect(run.times(of: "show_in_app_message").isEmpty)
    run.happen(.customEventTracked(name: "kept"))
    #expect(run.times(of: "show_in_app_message").count == 1)
  }

  @Test func `an answer that is lost leads to another attempt and to no second count`() {
    var run = registered()
    run.happen(.customEventTracked(name: "e"))
    let counted = run.backends["entries_counted"]
    run.happen(.answerLost)
    run.happen(.appBackgrounded)
    run.run(until: .minutes(61))
    run.happen(.appForegrounded)
    #expect(counted == .integer(1))
    #expect(run.backends["entries_counted"] == .integer(4))
    #expect(run.view()["analytics"]?["pending"] == .integer(0))
  }

  @Test func `while the server is down registrations are tried again until it is up`() {
    var run = MobilePushRun(devices: ["phone"])
    run.happen(.serverDown)
    run.happen(.appLaunched())
    run.run(until: .minutes(2))
    #expect(run.backends["billable"] == .integer(0))
    run.happen(.serverUp)
    run.run(until: .minutes(10))
    #expect(run.backends["billable"] == .integer(1))
    #expect(run.view()["registration"]?["pending"] == .boolean(false))
  }

  @Test func `readings that are set between devices hold for each of them`() {
    var run = MobilePushRun(devices: ["phone", "tablet"])
    run.happen(.appLaunched())
    run.world.set(
      profile: "documents", readings: MobilePushReadings(send: .earliest, propagation: .minutes(15))
    )
    run.happen(.appLaunched(), to: "tablet")
    for device in ["phone", "tablet"] {
      #expect(run.view(of: device)["readings"]?["send"] == .text("earliest"))
    }
    #expect(run.world.state.backend.value.engagement.value.propagation == .minutes(15))
  }

  @Test func `a fold of the log alone gives the same world and the same effects`() {
    var run = MobilePushRun(devices: ["phone", "tablet"], latency: .milliseconds(200))
    for device in ["phone", "tablet"] { run.happen(.appLaunched(), to: device) }
    run.run(until: .minutes(30))
    run.happen(.inboxPublished(message: InboxMessage(id: "i", subject: "Hello")))
    run.run(until: .hours(1))
    var state = MobilePushWorld.initial
    var effects = Effects<MobilePushWorldEffect>()
    let readings = MobilePushSystem.readingsSet(profile: "documents", MobilePushReadings())
    if let readings {
      MobilePushWorld.reduce(
        &state, RecordedEvent(seq: 0, at: zero, event: readings), into: &effects)
    }
    var ordered: [MobilePushWorldEffect] = []
    for case .event(let record) in run.world.log.records {
      effects.removeAll()
      MobilePushWorld.reduce(&state, record, into: &effects)
      ordered += effects.ordered
    }
    #expect(state == run.world.state)
    let recorded = run.world.log.records.compactMap {
      if case .effect(let record) = $0 { record.effect } else { nil }
    }
    #expect(ordered == recorded)
    #expect(run.times(of: "silent_push_received", by: "tablet").count == 1)
  }

  /// A phone of user A that is registered and visible, at one hour.
  private func registered() -> MobilePushRun {
    var run = MobilePushRun(devices: ["phone"])
    run.happen(.appLaunched())
    run.happen(.contactKeySet(key: "user.a"))
    run.run(until: .hours(1))
    return run
  }

  private func message(_ id: String) -> InAppMessage {
    InAppMessage(id: id, version: 1, priority: 0, trigger: InAppTrigger(event: id))
  }

  private func orphans(_ keys: [String]) -> [Value] { keys.map { .text($0) } }
}
