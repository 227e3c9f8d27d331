import EventSourcing
@testable import MobilePush
import Platform
import Testing

struct VocabularyTests {
  @Test func `every event has a name of its own and a sample that shows it`() {
    let names = MobilePushEvent.samples.map(\.name)
    #expect(Set(names).count == 31)
    #expect(names.count == 31)
    #expect(MobilePushEvent.schemas.allSatisfy { !$0.summary.isEmpty })
  }

  @Test func `effects are listed in the order in which one event orders them`() {
    let names = MobilePushEffect.samples.map(\.name)
    #expect(Set(names).count == 12)
    #expect(MobilePushEffect.samples.map(\.rank) == Array(0..<12))
  }

  @Test func `a device change names no fields that only a launch sets`() {
    let fields = Set(DeviceChange.sample.fieldNames)
    #expect(fields.isDisjoint(with: ["device_id", "registration_id", "opted_in"]))
    let launch = DeviceProfile.sample.fieldNames
    #expect(Set(launch) == fields.union(["device_id", "registration_id", "opted_in"]))
  }

  @Test func `the registration has the twenty documented keys`() {
    let keys = [
      "push_Enabled", "quietPushEnabled", "location_Enabled", "proximity_Enabled", "attributes",
      "tags", "subscriberKey", "device_Token", "deviceID", "timeZone", "dST", "locale",
      "language", "platform", "platform_Version", "app_Version", "sdk_Version", "hwid", "etAppId",
      "registrationId",
    ]
    #expect(RegistrationBody.sample.fieldNames.sorted() == keys.sorted())
  }

  @Test func `forty-four words are reserved`() {
    #expect(Set(reservedWords).count == 44)
  }

  @Test func `each effect with gates names what holds it`() {
    let state = MobilePushState()
    for (effect, gates) in [
      ("send_registration", ["process", "nothing_changed"]),
      ("send_analytics", ["process", "transition", "nothing_recorded"]),
      ("fetch_inbox_messages", ["process"]), ("show_in_app_message", ["foreground", "message"]),
    ] {
      let held = MobilePushSDK.gates(effect: effect, in: state, at: .sample)
      #expect(held?.map(\.name) == gates)
    }
    #expect(MobilePushSDK.gates(effect: "diagnose", in: state, at: .sample) == nil)
  }

  @Test func `a held registration says until when`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    let held = MobilePushSDK.gates(
      effect: "send_registration", in: phone.state, at: Phone.start + .seconds(30))
    #expect(held?.map(\.name) == ["window"])
    #expect(held?.first?.opens == Phone.start + .seconds(60))
  }
}

extension Described {
  fileprivate var fieldNames: [String] {
    guard case .record(let fields) = Self.schema else { return [] }
    return fields.map(\.name)
  }
}
