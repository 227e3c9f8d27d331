import EventSourcing
import MobileEngage
import Platform
import Testing

struct DeviceLifeTests {
  @Test(arguments: MobileEngageProfile.allCases)
  func `a new installation keeps the facts of the system and the numbers alone`(
    profile: MobileEngageProfile
  ) {
    var device = Handset.started(profile)
    device.happen(.contactSet(value: "anna"))
    let (last, entry) = (device.state.traffic.lastRequest, device.state.events.lastEntry)
    device.happen(.appReinstalled())
    let state = device.state
    #expect(state.contact.identity == nil && state.contact.tokens == nil)
    #expect(state.client.state == nil && state.queue.calls.isEmpty)
    #expect(state.client.properties.appVersion == Handset.phone.change.appVersion)
    #expect(state.traffic.lastRequest == last && state.events.lastEntry >= entry)
  }

  @Test(arguments: [
    (MobileEngageProfile.documents, true), (.ios, false), (.android, true),
  ])
  func `a backup brings the tokens where they may leave the device`(
    profile: MobileEngageProfile, brings: Bool
  ) {
    var device = Handset.started(profile)
    device.happen(.appReinstalled(data: .backup))
    #expect((device.state.contact.tokens != nil) == brings)
    #expect(device.state.client.state != nil && device.state.process.wasLaunched)
  }

  @Test func `only a device that has restarted has to be unlocked`() {
    var device = Handset.started()
    device.happen(.deviceUnlocked)
    device.happen(.deviceRestarted)
    #expect(device.happen(.appLaunched(state: .background)) == [])
    #expect(device.state.process.phase == .locked)
    device.happen(.deviceUnlocked)
    #expect(device.state.process.phase == .background)
  }
}
