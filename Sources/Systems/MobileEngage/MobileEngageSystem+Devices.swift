import EventSourcing
import MobileEngage
import Platform
import Simulation

extension MobileEngageSystem {
  public static let defaultConfig = MobileEngageConfig.defaults

  public static func complete(
    _ event: MobileEngageWorldEvent, of party: String, device: DeviceProfile,
    config: MobileEngageConfig, in state: MobileEngageWorldState
  ) -> MobileEngageWorldEvent {
    guard case .device(.appLaunched(let launch, let itsDevice, let itsConfig)) = event
    else { return event }
    let known = state.device(party).knownDevice.filled(from: device)
    return .device(
      .appLaunched(
        state: launch, device: itsDevice?.filled(from: known) ?? known,
        config: (itsConfig?.filled(from: config) ?? config).filled(from: defaultConfig)))
  }

  public static let fixtures: [Fixture<MobileEngageSystem>] =
    [
      Fixture(
        name: "fresh_install", summary: "The app is installed and was never launched.",
        history: []),
      Fixture(
        name: "started_device",
        summary: "The app is in the foreground since an hour, with an anonymous contact.",
        history: [(start, .device(.appLaunched()))]),
      Fixture(
        name: "signed_in_device",
        summary: "As started_device, with push token 'token-1' and contact 'customer-1'.",
        history: [
          (start, .device(.appLaunched())),
          (start, .device(.pushTokenReceived(token: "token-1"))),
          (start, .device(.contactSet(value: "customer-1"))),
        ]),
    ]

  /// All of a fixture is answered at once.
  private static let start = TimeSpan.hours(-1)
}
