import EventSourcing
import MobilePush
import Platform
import Properties
import Simulation
import Systems

extension MobilePushSystem: SearchableSystem {
  public static let properties: [Property<MobilePushSystem>] =
    RegistrationMonitor.properties + AnalyticsMonitor.properties + MessageMonitor.properties
    + EngagementMonitor.properties + ProcessMonitor<MobilePushSystem>.properties

  /// The comparisons of the harness, kept here so that the compiler specialises them once, not for
  /// each search.
  public static let comparisons = Comparison<MobilePushSystem>.ofHarness

  public static let searchedConfigs: [MobilePushConfig] = [
    defaultConfig,
    config { $0.delayRegistrationUntilContactKeyIsSet = true },
    config {
      $0.analytics = false
      $0.requestTimeout = .minutes(2)
    },
    config { $0.push = false },
    config {
      $0.inApp = false
      $0.requestTimeout = .hours(1)
    },
    config {
      $0.inbox = false
      $0.requestTimeout = .minutes(2)
    },
    config { $0.requestTimeout = .minutes(2) },
    config { $0.requestTimeout = .hours(1) },
    config {
      $0.delayRegistrationUntilContactKeyIsSet = true
      $0.requestTimeout = .minutes(2)
    },
  ]

  public static let searchedReadings: [Profile<MobilePushReadings>] = [
    MobilePushReadings(), MobilePushReadings(send: .earliest),
    MobilePushReadings(firstCountsTowardThrottle: false),
    MobilePushReadings(firstWaitsForToken: true), MobilePushReadings(retryOn: .unavailable),
    MobilePushReadings(backOff: BackOff(first: .seconds(10), factor: 3, cap: .minutes(5))),
    MobilePushReadings(propagation: .minutes(15)),
    MobilePushReadings(inboxLimitCounts: .everyFetch),
    MobilePushReadings(keylessContact: .tokenFirst),
  ].map { Profile(name: "documents", readings: $0) }

  public static func healing(
    of world: World<MobilePushSystem>
  ) -> [Input<MobilePushWorldEvent>] {
    healing(
      of: world, backends: [.engagement(.serverUp), .pushService(.authKeyRestored)],
      launched: .appLaunched())
  }
}
