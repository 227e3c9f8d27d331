import EventSourcing
import MobilePush
import Platform
import Simulation
import Systems
import Testing

struct MobilePushSystemTests {
  @Test func `a registered device is as the contract says, whatever is scripted`() throws {
    let fixture = try #require(MobilePushSystem.fixtures.first { $0.name == "registered_device" })
    var scripted = MobilePushRun(from: .minutes(-61))
    let device = MobilePushSystem.defaultDevice(named: "device")
    for step in fixture.history(device, MobilePushSystem.defaultConfig, false) {
      scripted.run(until: step.at)
      scripted.world.happen(step.event, to: "device")
    }
    var simulated = MobilePushRun(devices: ["phone"], from: .minutes(-61))
    for step in fixture.history(device, MobilePushSystem.defaultConfig, true) {
      simulated.run(until: step.at)
      simulated.world.happen(step.event, to: "phone")
    }
    try expectRegistered(&scripted, "device", token: "token-1")
    try expectRegistered(&simulated, "phone", token: "token-phone-1")
  }

  @Test func `the first launch carries profile and configuration, a later one only what changed`() {
    var run = MobilePushRun()
    run.happen(
      .appLaunched(device: DeviceProfile(DeviceChange(locale: "de_DE"))), to: "device")
    run.happen(.appLaunched(), to: "device")
    let launches = run.world.log.records.compactMap { record -> Value? in
      guard case .event(let event) = record, event.event.name == .device(.appLaunched) else {
        return nil
      }
      return event.event.value
    }
    #expect(launches.first?["device"]?["device_id"] == .text("device-device"))
    #expect(launches.first?["device"]?["locale"] == .text("de_DE"))
    #expect(launches.first?["config"]?["inbox"] == .boolean(true))
    #expect(launches.last?["device"] == nil)
  }

  @Test(arguments: [
    ("registration", "brings no messages"), ("in_app_messages", "has no trigger"),
    ("inbox_messages", nil),
  ])
  func `an answer brings messages of its kind only`(kind: String, error: String?) {
    let reply = MobilePushReply(status: 200, messages: [DownloadedMessage(id: "m")])
    let found = MobilePushSystem.validationError(in: reply, for: kind)
    #expect(error.map { found?.contains($0) == true } ?? (found == nil))
  }

  @Test func `a message that nothing can show is no event for a spec`() {
    let blank = InAppMessage(id: "", version: 1, priority: 0, trigger: InAppTrigger(event: "e"))
    let mute = InAppMessage(id: "m", version: 1, priority: 0, trigger: InAppTrigger(event: ""))
    for message in [blank, mute] {
      #expect(
        MobilePushSystem.validationError(
          in: .backend(.engagement(.inAppPublished(message: message))))
          != nil)
    }
    #expect(
      MobilePushSystem.validationError(in: .backend(.engagement(.inAppDeleted(id: "")))) == nil)
  }

  @Test func `gates of a device name what holds its registration back`() throws {
    var run = MobilePushRun()
    run.happen(.appLaunched(), to: "device")
    let held = MobilePushSystem.gates(
      of: .device(.sendRegistration), by: "device", in: run.world.state, at: run.world.now)
    #expect(try #require(held).isEmpty == false)
    let ofBackend = MobilePushSystem.gates(
      of: .backend(.engagement(.submitPush)), by: "engagement", in: run.world.state, at: zero)
    #expect(ofBackend == nil)
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

  private func expectRegistered(
    _ run: inout MobilePushRun, _ party: String, token: String
  ) throws {
    run.run(until: .zero)
    let view = run.view(of: party)
    #expect(view["device_token"] == .text(token))
    #expect(view["contact_key"] == nil)
    #expect(view["attributes"] == .fields([]))
    #expect(view["registration"]?["pending"] == .boolean(false))
    #expect(view["registration"]?["last_attempt"] == .instant(zero - .hours(1)))
    #expect(view["registration"]?["last_sent"]?["device_Token"] == .text(token))
    #expect(view["analytics"]?["pending"] == .integer(0))
    #expect(view["process"]?["phase"] == .text("foreground"))
    #expect(run.world.timers(of: party).isEmpty)
  }
}
