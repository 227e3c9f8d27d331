import EventSourcing
import MobilePush
import Platform
import Simulation

extension MobilePushSystem {
  public static let defaultConfig = MobilePushConfig(
    delayRegistrationUntilContactKeyIsSet: false, push: true, inApp: true, inbox: true,
    analytics: true, requestTimeout: .defaultRequestTimeout)

  public static func complete(
    _ event: MobilePushWorldEvent, of party: String, device: DeviceProfile,
    config: MobilePushConfig, in state: MobilePushWorldState
  ) -> MobilePushWorldEvent {
    guard
      case .device(.appLaunched(let launch, let initialized, let itsDevice, let itsConfig)) = event
    else { return event }
    let known = state.device(party).knownDevice
    return .device(
      .appLaunched(
        state: launch, initialized: initialized,
        device: (itsDevice?.filled(from: known) ?? known).filled(from: device),
        config: (itsConfig?.filled(from: config) ?? config).filled(from: defaultConfig)))
  }

  public static let fixtures: [Fixture<MobilePushSystem>] = [
    Fixture(
      name: "fresh_install", summary: "The app is installed and was never launched.", history: []),
    Fixture(
      name: "registered_device",
      summary: "The app is in the foreground and registered an hour ago, with a token if opted in.",
      history: registeredDevice),
  ]

  private static func registeredDevice(
    _ device: DeviceProfile, _ config: MobilePushConfig, isSimulated: Bool
  ) -> Fixture<MobilePushSystem>.History {
    let launched = MobilePushWorldEvent.device(.appLaunched())
    let isHandedToken = (device.optedIn ?? true) && config.handlesPush
    guard isHandedToken else { return [(.hours(-1), launched)] }
    // The token is a change that leaves a minute after the launch: one hour before time zero.
    let launch = TimeSpan.minutes(-61)
    // A simulated push service hands out a token of its own.
    if isSimulated { return [(launch, launched)] }
    return [(launch, launched), (launch, .device(.deviceTokenReceived(token: "token-1")))]
  }

  public static func brokenPromise(
    of fixture: String, for party: String, in state: MobilePushWorldState
  ) -> BrokenPromise? {
    guard fixture == "registered_device" else { return nil }
    let device = state.device(party)
    guard device.registration.acknowledged == nil || device.registration.isPending else {
      return nil
    }
    return BrokenPromise(
      promise: "one acknowledged registration and nothing pending",
      proposal: device.config.delaysRegistration && device.registration.record.subscriberKey == nil
        ? "with the delay flag no device registers without a contact key: "
          + "use fresh_install, launch it and set a key"
        : "use fresh_install and launch it by a step")
  }
}
