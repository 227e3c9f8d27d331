import EventSourcing
import MobilePush
import Platform
import Testing

struct DeviceLifeTests {
  @Test func `a new installation keeps the facts of the system and the numbers of requests`() {
    var phone = Phone.registered
    phone.happen(.pushPermissionChanged(optedIn: false), at: .zero)
    phone.happen(.contactKeySet(key: "anna"), at: .zero)
    let last = phone.state.requests.last
    phone.happen(.appReinstalled(), at: .seconds(1))
    let record = phone.state.registration.record.value
    #expect(record.subscriberKey == nil && record.deviceToken == nil && record.deviceID == nil)
    #expect(!record.pushEnabled)
    #expect(phone.state.requests.last == last && phone.state.registration.attempts == 0)
  }

  @Test func `a backup brings everything`() {
    var phone = Phone.registered
    phone.happen(.contactKeySet(key: "anna"), at: .zero)
    let before = phone.state.registration.record
    phone.happen(.appReinstalled(data: .backup), at: .seconds(1))
    #expect(phone.state.registration.record == before)
    #expect(phone.state.process.phase == .none)
  }

  @Test func `only a device that has restarted has to be unlocked`() {
    var phone = Phone.registered
    #expect(phone.happen(.deviceUnlocked, at: .zero).isEmpty)
    phone.happen(.deviceRestarted, at: .seconds(1))
    phone.happen(.appLaunched(state: .background), at: .seconds(2))
    #expect(phone.state.process.phase == .locked)
    phone.happen(.tagAdded(tag: "a"), at: .seconds(3))
    #expect(phone.diagnoses == [.storageLocked])
    phone.happen(.deviceUnlocked, at: .seconds(4))
    #expect(phone.state.process.phase == .background)
  }

  @Test func `an unlock does not initialize what did not initialize by itself`() {
    var phone = Phone()
    phone.happen(.deviceRestarted, at: .zero)
    phone.happen(.appLaunched(state: .background, initialized: false), at: .seconds(1))
    phone.happen(.deviceUnlocked, at: .seconds(2))
    #expect(phone.state.process.phase == .uninitialized)
  }
}
