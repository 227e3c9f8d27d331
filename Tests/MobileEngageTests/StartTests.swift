import EventSourcing
import MobileEngage
import Platform
import Testing

struct StartTests {
  @Test func `failed calls of the start do not hold the start event back`() {
    var device = Handset()
    device.happen(.appLaunched(device: Handset.phone))
    #expect(device.answer(503) == ["anonymous"])
    #expect(device.answer() == ["session:start"])
    #expect(device.answer() == [])
    #expect(device.run(until: .seconds(60)) == ["client"])
  }

  @Test func `a failed link of an earlier process does not hold the start event back`() {
    var device = Handset.started()
    device.happen(.contactSet(value: "anna"))
    device.fail()
    device.happen(.eventTracked(name: "viewed"))
    device.fail()
    device.happen(.processTerminated)
    #expect(device.happen(.appLaunched()) == ["contact anna"])
    #expect(device.answer(503) == ["session:start"])
    #expect(device.answer() == [])
    #expect(device.run(until: .hours(1)) == ["contact anna"])
    #expect(device.answer() == ["viewed"])
  }

  @Test func `without a contact token the start event waits`() {
    var device = Handset()
    device.happen(.appLaunched(device: Handset.phone))
    device.answer()
    #expect(device.answer(400) == ["error request_refused 400"])
    #expect(device.happen(.contactSet(value: "anna")) == ["contact anna"])
    #expect(device.answer() == ["session:start"])
  }

  @Test func `there is one start event a process, however often the app comes to the front`() {
    var device = Handset.started()
    #expect(device.happen(.appBackgrounded) == [])
    #expect(device.happen(.appForegrounded) == [])
    device.happen(.appForceClosed)
    #expect(device.happen(.appLaunched(state: .background)) == [])
    #expect(device.happen(.appForegrounded) == ["session:start"])
  }

  @Test func `a start in a process that seems to live is a start of its own`() {
    var device = Handset.started()
    #expect(device.happen(.appLaunched()) == ["session:start"])
    #expect(device.happen(.appLaunched()) == ["session:start session:start"])
  }

  @Test(arguments: [
    (MobileEngageReadings.StartEvent.sessionStart, "session:start"),
    (.appStart, "app:start"), (.both, "app:start session:start"),
  ])
  func `the start event is named as it is read`(
    reading: MobileEngageReadings.StartEvent, names: String
  ) {
    var device = Handset.started(.documents, MobileEngageReadings(startEvent: reading))
    #expect(device.happen(.appLaunched()) == [names])
  }

  @Test func `nothing is tracked before the properties have been tried`() {
    var device = Handset.started()
    device.happen(.connectivityChanged(online: false))
    device.happen(.eventTracked(name: "viewed"))
    device.happen(.processTerminated)
    device.happen(.appLaunched(device: DeviceProfile(DeviceChange(appVersion: "2"))))
    #expect(device.happen(.connectivityChanged(online: true)) == ["client"])
    #expect(device.answer(500) == ["viewed session:start"])
  }

  @Test func `without anonymous contacts everything that needs a token waits`() {
    var device = Handset()
    let config = MobileEngageConfig(anonymousContacts: false)
    #expect(device.happen(.appLaunched(device: Handset.phone, config: config)) == ["client"])
    #expect(device.answer() == [])
    #expect(device.happen(.pushTokenReceived(token: "token-1")) == [])
    #expect(device.happen(.eventTracked(name: "viewed")) == [])
    #expect(device.happen(.contactSet(fieldID: 7, value: "anna")) == ["contact anna"])
    #expect(device.answerAll() == ["session:start viewed", "push token-1"])
    #expect(device.state.contact.identity?.fieldID == 7)
  }

  @Test func `a start that waits for a contact call links no anonymous contact`() {
    var device = Handset()
    device.happen(.connectivityChanged(online: false))
    device.happen(
      .appLaunched(device: Handset.phone, config: MobileEngageConfig(anonymousContacts: false)))
    device.happen(.contactSet(value: "anna"))
    device.happen(.processTerminated)
    device.happen(.appLaunched(config: MobileEngageConfig(anonymousContacts: true)))
    device.happen(.connectivityChanged(online: true))
    #expect(device.answerAll() == ["contact anna", "session:start session:start"])
  }
}
