import EventSourcing
import MobilePush
import Platform
import Testing

struct RecordChangesTests {
  @Test(
    arguments: [
      (.contactKeySet(key: Nullable(nil)), .contactKeyBlank),
      (.contactKeySet(key: ""), .contactKeyBlank),
      (.contactKeySet(key: " \n"), .contactKeyBlank),
      (.attributeSet(key: Nullable(nil), value: "x"), .attributeKeyBlank),
      (.attributeSet(key: "  ", value: "x"), .attributeKeyBlank),
      (.attributeSet(key: "city", value: Nullable(nil)), .attributeValueNull),
      (.attributeSet(key: " ContactKEY ", value: "x"), .attributeKeyReserved),
      (.attributeSet(key: "utcoffset", value: "x"), .attributeKeyReserved),
      (.attributeCleared(key: "timeZone"), .attributeKeyReserved),
      (.attributeCleared(key: ""), .attributeKeyBlank),
      (.tagAdded(tag: Nullable(nil)), .tagBlank),
      (.tagAdded(tag: "\t"), .tagBlank),
      (.tagRemoved(tag: ""), .tagBlank),
      (.tagRemoved(tag: " ALL"), .tagAutomatic),
      (.deviceTokenReceived(token: " "), .tokenBlank),
    ] as [(MobilePushEvent, MobilePushDiagnosis)])
  func `what cannot be is refused and changes nothing`(
    event: MobilePushEvent, code: MobilePushDiagnosis
  ) {
    var phone = Phone.registered
    let before = phone.state.value
    #expect(phone.happen(event, at: .zero) == [])
    #expect(phone.diagnoses == [code])
    #expect(phone.state.value == before)
  }

  @Test func `a contact key is trimmed and can be changed`() {
    var phone = Phone.registered
    phone.happen(.contactKeySet(key: " anna "), at: .zero)
    #expect(phone.state.registration.record.value.subscriberKey == "anna")
    phone.happen(.contactKeySet(key: "berta"), at: .zero)
    phone.happen(.contactKeySet(key: ""), at: .zero)
    #expect(phone.state.registration.record.value.subscriberKey == "berta")
  }

  @Test func `attributes are sorted by key, and a blank value is a value`() {
    var phone = Phone.registered
    for key in ["b", "a", "c"] {
      phone.happen(.attributeSet(key: Nullable(key), value: "  "), at: .zero)
    }
    phone.happen(.attributeCleared(key: " c "), at: .zero)
    phone.happen(.attributeSet(key: "device2", value: "x"), at: .zero)
    #expect(
      phone.state.registration.record.value.attributes == [
        RegistrationAttribute(key: "a", value: ""), RegistrationAttribute(key: "b", value: ""),
        RegistrationAttribute(key: "device2", value: "x"),
      ])
  }

  @Test func `the debug build brings its own tag`() {
    var phone = Phone.registered
    phone.happen(.deviceChanged(DeviceChange(debug: true)), at: .zero)
    #expect(phone.state.registration.record.value.tags == ["ALL", "DEBUG", "IOS"])
    phone.happen(.tagRemoved(tag: "DEBUG"), at: .zero)
    #expect(phone.diagnoses == [.tagAutomatic])
    phone.happen(.deviceChanged(DeviceChange(debug: false)), at: .zero)
    #expect(phone.state.registration.record.value.tags == ["ALL", "IOS"])
  }

  @Test func `the platform brings its own tag, and one that the app added stays`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "IOS"), at: .zero)
    phone.happen(.deviceChanged(DeviceChange(platform: "aNDROID")), at: .zero)
    #expect(phone.state.registration.record.value.tags == ["ALL", "ANDROID", "IOS"])
    phone.happen(.tagRemoved(tag: "ANDROID"), at: .zero)
    #expect(phone.diagnoses == [.tagAutomatic])
    phone.happen(.tagRemoved(tag: "IOS"), at: .zero)
    #expect(phone.state.registration.record.value.tags == ["ALL", "ANDROID"])
    phone.happen(.deviceChanged(DeviceChange(platform: "iPadOS")), at: .zero)
    #expect(phone.state.registration.record.value.tags == ["ALL", "IOS"])
  }

  @Test func `a change in the background is made and diagnosed`() {
    var phone = Phone.registered
    phone.happen(.appBackgrounded, at: .zero)
    phone.happen(.tagAdded(tag: "a"), at: .seconds(1))
    #expect(phone.diagnoses == [.changedInBackground])
    phone.happen(.tagAdded(tag: "a"), at: .seconds(2))
    #expect(phone.diagnoses == [])
    phone.run(until: .minutes(5))
    #expect(phone.sends == [.seconds(61)])
  }

  @Test(arguments: [
    DeviceChange(platformVersion: "19"), DeviceChange(appVersion: "2"),
    DeviceChange(sdkVersion: "9"), DeviceChange(hardware: "iPhone14"),
    DeviceChange(locale: "nb_NO"), DeviceChange(language: "nb"), DeviceChange(timeZone: -14_400),
    DeviceChange(dst: true), DeviceChange(locationEnabled: true),
    DeviceChange(proximityEnabled: true), DeviceChange(quietPushEnabled: true),
  ])
  func `whatever the system changes is a change of the record, also without a process`(
    change: DeviceChange
  ) {
    for processLives in [true, false] {
      var phone = Phone.registered
      if !processLives { phone.happen(.appForceClosed, at: .zero) }
      phone.happen(.deviceChanged(change), at: .zero)
      if !processLives { phone.happen(.appLaunched(state: .background), at: .seconds(30)) }
      phone.run(until: .minutes(5))
      #expect(phone.sends == [.seconds(60)])
    }
  }

  @Test func `the time zone is sent as text in seconds`() {
    var phone = Phone()
    phone.happen(
      .appLaunched(device: DeviceProfile(DeviceChange(timeZone: -14_400))), at: .zero)
    #expect(phone.registrations[0].body.timeZone == "-14400")
  }

  @Test func `the ids of a device are set once`() {
    var phone = Phone()
    phone.happen(.appLaunched(device: DeviceProfile(deviceID: "d-1")), at: .zero)
    phone.happen(.appLaunched(device: DeviceProfile(deviceID: "d-2")), at: .minutes(2))
    #expect(phone.diagnoses == [.deviceIDFixed])
    #expect(phone.state.registration.record.value.deviceID == "d-1")
  }
}
