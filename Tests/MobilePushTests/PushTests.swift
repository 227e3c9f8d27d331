import EventSourcing
import MobilePush
import Platform
import Testing

struct PushTests {
  @Test func `opening the app asks for a token, whether push is permitted or not`() {
    var phone = Phone()
    let effects = phone.happen(
      .appLaunched(device: DeviceProfile(optedIn: false)), at: .zero)
    #expect(effects.first == .requestDeviceToken)
    #expect(phone.registrations[0].body.pushEnabled == false)
  }

  @Test func `a process started in the background asks when it first comes to the front`() {
    var phone = Phone()
    let launch = phone.happen(.appLaunched(state: .background), at: .zero)
    #expect(!launch.contains(.requestDeviceToken))
    #expect(phone.happen(.appForegrounded, at: .seconds(1)).contains(.requestDeviceToken))
    phone.happen(.deviceTokenReceived(token: "t"), at: .seconds(2))
    phone.happen(.appBackgrounded, at: .seconds(2))
    #expect(!phone.happen(.appForegrounded, at: .seconds(3)).contains(.requestDeviceToken))
  }

  @Test func `while no token is held, opening the app, a grant and the network's return ask again`()
  {
    for event in [
      MobilePushEvent.appForegrounded, .pushPermissionChanged(optedIn: true),
      .connectivityChanged(online: true),
    ] {
      var phone = Phone()
      phone.happen(.appLaunched(device: DeviceProfile(optedIn: false)), at: .zero)
      phone.happen(.connectivityChanged(online: false), at: .seconds(1))
      phone.happen(.appBackgrounded, at: .seconds(1))
      #expect(phone.happen(event, at: .seconds(2)).contains(.requestDeviceToken))
      phone.happen(.deviceTokenReceived(token: "t"), at: .seconds(3))
      phone.happen(.appBackgrounded, at: .seconds(3))
      phone.happen(.pushPermissionChanged(optedIn: false), at: .seconds(3))
      phone.happen(.connectivityChanged(online: false), at: .seconds(3))
      #expect(!phone.happen(event, at: .seconds(4)).contains(.requestDeviceToken))
    }
  }

  @Test func `permission and switch together make push effective`() {
    var phone = Phone.registered
    phone.happen(.pushEnabledSet(enabled: false), at: .zero)
    #expect(!phone.state.registration.record.value.pushEnabled)
    phone.happen(.pushPermissionChanged(optedIn: false), at: .zero)
    phone.happen(.pushEnabledSet(enabled: true), at: .zero)
    #expect(!phone.state.registration.record.value.pushEnabled)
    phone.happen(.pushPermissionChanged(optedIn: true), at: .zero)
    #expect(phone.state.registration.record.value.pushEnabled)
  }

  @Test func `a silent push fetches what it announces`() {
    var phone = Phone.registered
    let number = phone.state.requests.last
    #expect(
      phone.happen(.silentPushReceived(content: "in_app"), at: .zero)
        == [.fetchInAppMessages(request: number + 1, reason: .silentPush)])
    #expect(
      phone.happen(.silentPushReceived(content: "inbox"), at: .zero)
        == [.fetchInboxMessages(request: number + 2, reason: .silentPush)])
    #expect(phone.happen(.silentPushReceived(content: "news"), at: .zero) == [])
    #expect(phone.diagnoses == [.unknownContent])
  }

  @Test func `switched off, push does nothing`() {
    var phone = Phone()
    let launch = phone.happen(.appLaunched(config: MobilePushConfig(push: false)), at: .zero)
    #expect(!launch.contains(.requestDeviceToken))
    for event in [
      MobilePushEvent.deviceTokenReceived(token: "t"), .notificationOpened(id: "n"),
      .silentPushReceived(content: "inbox"),
    ] {
      let before = phone.state.value
      #expect(phone.happen(event, at: .seconds(1)) == [])
      #expect(phone.diagnoses == [.featureOff])
      #expect(phone.state.value == before)
    }
  }

  @Test func `listeners hear of every registration sent, in the order added`() {
    var phone = Phone.registered
    phone.happen(.registrationListenerAdded(listener: "b"), at: .zero)
    phone.happen(.registrationListenerAdded(listener: "a"), at: .zero)
    phone.happen(.registrationListenerAdded(listener: "b"), at: .zero)
    #expect(phone.diagnoses == [.listenerUnchanged])
    phone.happen(.tagAdded(tag: "gold"), at: .zero)
    phone.run(until: .seconds(60))
    let body = phone.registrations[0].body
    let notified = phone.log.map(\.effect).filter(\.isExternal).dropFirst()
    #expect(
      Array(notified) == [
        .notifyRegistrationListener(listener: "b", registration: body),
        .notifyRegistrationListener(listener: "a", registration: body),
      ])
    phone.happen(.registrationListenerRemoved(listener: "b"), at: .seconds(60))
    phone.happen(.appForceClosed, at: .seconds(61))
    #expect(phone.state.registration.listeners == [])
  }
}
