import EventSourcing
import MobilePush
import Platform

extension MobilePushSystem {
  public static func defaultDevice(named name: String) -> DeviceProfile {
    .defaultDevice(named: name)
  }

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
}

extension MobilePushConfig {
  fileprivate func filled(from other: MobilePushConfig) -> MobilePushConfig {
    MobilePushConfig(
      delayRegistrationUntilContactKeyIsSet: delayRegistrationUntilContactKeyIsSet
        ?? other.delayRegistrationUntilContactKeyIsSet,
      push: push ?? other.push, inApp: inApp ?? other.inApp, inbox: inbox ?? other.inbox,
      analytics: analytics ?? other.analytics, appID: appID ?? other.appID,
      requestTimeout: requestTimeout ?? other.requestTimeout)
  }
}
