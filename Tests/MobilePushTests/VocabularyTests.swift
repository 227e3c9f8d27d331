import EventSourcing
@testable import MobilePush
import Platform
import Testing

struct VocabularyTests {
  @Test func `a device change names no fields that only a launch sets`() {
    let fields = Set(DeviceChange.schema.fields.map(\.name))
    #expect(fields.isDisjoint(with: ["device_id", "registration_id", "opted_in"]))
    let launch = DeviceProfile.schema.fields.map(\.name)
    #expect(Set(launch) == fields.union(["device_id", "registration_id", "opted_in"]))
  }

  @Test func `forty-four words are reserved`() {
    #expect(Set(reservedWords).count == 44)
  }

  @Test func `each effect with gates names what holds it`() {
    let state = MobilePushState()
    let expected: [(MobilePushEffect.Name, [String])] = [
      (.sendRegistration, ["process", "nothing_changed"]),
      (.sendAnalytics, ["process", "transition", "nothing_recorded"]),
      (.fetchInboxMessages, ["process"]), (.showInAppMessage, ["foreground", "message"]),
      (.requestDeviceToken, ["process"]), (.fetchInAppMessages, ["process"]),
    ]
    for (effect, gates) in expected {
      let held = MobilePushSDK.gates(of: effect, in: state, at: .sample)
      #expect(held?.map(\.name) == gates)
      let all = MobilePushSDK.gateWords(of: effect).map(\.name)
      #expect(Set(gates).isSubset(of: all))
    }
    #expect(MobilePushSDK.gates(of: .diagnose, in: state, at: .sample) == nil)
  }
}
