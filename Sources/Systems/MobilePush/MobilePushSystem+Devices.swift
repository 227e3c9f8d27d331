import EventSourcing
import MobilePush
import Platform

extension MobilePushSystem {
  public static func standardDevice(named name: String) -> DeviceProfile {
    .standard(named: name)
  }

  public static let standardConfig = MobilePushConfig(
    delayRegistrationUntilContactKeyIsSet: false, push: true, inApp: true, inbox: true,
    analytics: true, requestTimeout: .standardRequestTimeout)

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
        config: (itsConfig?.filled(from: config) ?? config).filled(from: standardConfig)))
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
