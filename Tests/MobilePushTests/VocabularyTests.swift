import EventSourcing
@testable import MobilePush
import Platform
import Testing

struct VocabularyTests {
  @Test func `every case has a name of its own and a sample that reads back`() {
    expectOwnNames(of: MobilePushEvent.self)
    expectOwnNames(of: MobilePushEffect.self)
    expectOwnNames(of: EngagementEvent.self)
    expectOwnNames(of: EngagementEffect.self)
    expectOwnNames(of: PushServiceEvent.self)
    expectOwnNames(of: PushServiceEffect.self)
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

  @Test func `a held registration says until when`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    let held = MobilePushSDK.gates(
      of: .sendRegistration, in: phone.state, at: Phone.start + .seconds(30))
    #expect(held?.map(\.name) == ["window"])
    #expect(held?.first?.opens == Phone.start + .seconds(60))
  }
}

/// Holds the names of a vocabulary against the samples of its cases.
func expectOwnNames<V: Vocabulary>(of type: V.Type) {
  let texts = V.Name.allCases.map(\.description)
  #expect(Set(texts).count == texts.count)
  for name in V.Name.allCases {
    let sample = V.sample(of: name)
    #expect(sample.name == name)
    var maker = ValueMaker()
    #expect(sample.fields(&maker) == sample)
    #expect(!name.summary.description.isEmpty, "\(name)")
  }
}

extension Described {
  fileprivate var fieldNames: [String] {
    guard case .record(let fields) = Self.schema else { return [] }
    return fields.map(\.name)
  }
}
