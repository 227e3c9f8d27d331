import EventSourcing
import MobilePush
import Platform
import Testing

struct DelayFlagTests {
  @Test func `nothing is registered before a contact key is set, in any process`() {
    var phone = delayed
    phone.happen(.deviceTokenReceived(token: "t"), at: .seconds(1))
    phone.happen(.tagAdded(tag: "a"), at: .seconds(2))
    phone.happen(.appForceClosed, at: .minutes(5))
    phone.happen(.appLaunched(), at: .minutes(6))
    phone.happen(.contactKeySet(key: "  "), at: .minutes(7))
    #expect(phone.sends == [])
    #expect(phone.state.nextAttempt == nil)
    phone.happen(.contactKeySet(key: "anna"), at: .minutes(8))
    #expect(phone.sends == [.minutes(8)])
    #expect(phone.registrations[0].reason == .first)
    #expect(phone.registrations[0].body.tags.contains("a"))
  }

  @Test func `set later, the flag holds back a device without a key`() {
    var phone = Phone.registered
    phone.happen(.appLaunched(config: flag), at: .zero)
    phone.happen(.tagAdded(tag: "a"), at: .seconds(1))
    phone.run(until: .minutes(5))
    #expect(phone.sends == [])
    phone.happen(.contactKeySet(key: "anna"), at: .minutes(5))
    #expect(phone.sends == [.minutes(5)])
  }

  @Test(arguments: [true, false])
  func `the first registration waits for a token only where one can come`(optedIn: Bool) {
    var phone = Phone()
    let readings = MobilePushReadings(firstWaitsForToken: true)
    phone.happen(.readingsSet(profile: "documents", readings: readings), at: .zero)
    phone.happen(.appLaunched(device: DeviceProfile(optedIn: optedIn)), at: .zero)
    #expect(phone.sends.isEmpty == optedIn)
    phone.happen(.deviceTokenReceived(token: "t"), at: .seconds(3))
    #expect(phone.sends == [optedIn ? .seconds(3) : .zero])
  }

  @Test func `a withdrawn permission ends the wait for a token`() {
    var phone = Phone()
    let readings = MobilePushReadings(firstWaitsForToken: true)
    phone.happen(.readingsSet(profile: "documents", readings: readings), at: .zero)
    phone.happen(.appLaunched(), at: .zero)
    phone.happen(.pushEnabledSet(enabled: false), at: .seconds(1))
    #expect(phone.sends == [])
    phone.happen(.pushPermissionChanged(optedIn: false), at: .seconds(2))
    #expect(phone.sends == [.seconds(2)])
  }

  private let flag = MobilePushConfig(delayRegistrationUntilContactKeyIsSet: true)

  private var delayed: Phone {
    var phone = Phone()
    phone.happen(.appLaunched(config: flag), at: .zero)
    return phone
  }
}
