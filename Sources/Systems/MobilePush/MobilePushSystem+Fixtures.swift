import EventSourcing
import MobilePush
import Platform
import Simulation

extension MobilePushSystem {
  public static let fixtures: [Fixture<MobilePushWorldEvent, DeviceProfile, MobilePushConfig>] = [
    Fixture(
      name: "fresh_install", summary: "The app is installed and was never launched.", history: []),
    Fixture(
      name: "registered_device",
      summary: "The app is in the foreground and registered an hour ago, with a token.",
      history: [
        (launch, .device(.appLaunched())),
        (launch, .device(.deviceTokenReceived(token: "token-1"))),
      ],
      // The push service hands out a token of its own.
      simulatedHistory: [(launch, .device(.appLaunched()))]),
  ]

  /// The token is a change that leaves a minute after the launch: one hour before time zero.
  private static let launch = TimeSpan.minutes(-61)
}
