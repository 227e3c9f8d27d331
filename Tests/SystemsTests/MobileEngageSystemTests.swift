import EventSourcing
import MobileEngage
import Platform
import Simulation
import Systems
import Testing

struct MobileEngageSystemTests {
  @Test func `a bare success brings what the call asks for, anything else nothing`() {
    for kind in MobileEngageSystem.requestKinds {
      let reply = MobileEngageSystem.defaultReply(to: kind, number: 7)
      #expect((reply.clientState != nil) == (kind == "client"))
      #expect((reply.contactToken != nil) == kind.hasPrefix("contact"))
      #expect((reply.refreshToken != nil) == kind.hasPrefix("contact"))
      #expect(
        MobileEngageSystem.reply(status: 503, to: kind, number: 7)
          == MobileEngageAnswer(status: 503))
    }
    let link = MobileEngageSystem.defaultReply(to: "contact", number: 1)
    let renewed = MobileEngageSystem.defaultReply(to: "contact_token", number: 1)
    #expect(link.contactToken != renewed.contactToken)
  }

  @Test func `tokens are scripted for calls that ask for them`() {
    let reply = MobileEngageAnswer(status: 200, contactToken: "x")
    #expect(MobileEngageSystem.validationError(in: reply, for: "contact") == nil)
    #expect(MobileEngageSystem.validationError(in: reply, for: "events") != nil)
  }

  @Test func `fixtures are what they say, whatever is scripted`() throws {
    for simulated in [false, true] {
      for (name, key) in [("fresh_install", nil), ("started_device", nil)] as [(String, String?)]
        + [("signed_in_device", "customer-1")]
      {
        let fixture = try #require(MobileEngageSystem.fixtures.first { $0.name == name })
        var world = run(simulated: simulated)
        for step in fixture.history(.sample, MobileEngageSystem.defaultConfig, simulated) {
          world.advance(to: zero + step.at)
          world.happen(step.event, to: "device")
        }
        let state = world.state.device("device")
        #expect(state.queue.calls.isEmpty)
        #expect(state.contact.identity?.value == key.map { Personal($0) })
        #expect((state.contact.tokens != nil) == (name != "fresh_install"))
        #expect((state.push.registered == "token-1") == (key != nil))
      }
    }
  }

  @Test func `the first launch carries profile and configuration`() {
    var world = run(simulated: false)
    world.happen(.device(.appLaunched()), to: "device")
    guard case .event(let launch)? = world.log.records.first else {
      Issue.record("nothing happened")
      return
    }
    #expect(launch.event.value["device"]?["device_id"] == .text("device-device"))
    #expect(launch.event.value["config"]?["application_code"] == .text("APP"))
  }

  @Test func `gates and views are those of the device`() {
    var world = run(simulated: true)
    world.happen(.device(.appLaunched()), to: "device")
    let held = MobileEngageSystem.gates(
      of: .device(.sendEvents), by: "device", in: world.state, at: world.now)
    #expect(held?.map(\.name) == ["nothing_to_send"])
    var maker = ValueMaker()
    MobileEngageSystem.view(of: "mobile_engage", in: world.state, &maker)
    #expect(maker.fields.first?.name == "up")
  }

  private func run(simulated: Bool) -> Run<MobileEngageSystem> {
    var world = Run<MobileEngageSystem>(
      start: zero - .hours(1), profile: "documents", readings: MobileEngageReadings())
    world.add(
      party: "device", device: MobileEngageSystem.defaultDevice(named: "device"),
      config: MobileEngageSystem.defaultConfig)
    if simulated { world.simulate(latency: .zero) }
    return world
  }
}
