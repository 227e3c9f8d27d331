import EventSourcing
import MobileEngage
import Platform
import Properties
import Simulation
import Systems

extension MobileEngageSystem: SearchableSystem {
  public static let properties: [Property<MobileEngageSystem>] =
    CallMonitor.properties + ProcessMonitor<MobileEngageSystem>.properties

  /// The comparisons of the harness, kept here so that the compiler specialises them once, not for
  /// each search.
  public static let comparisons = Comparison<MobileEngageSystem>.ofHarness

  public static let searchedConfigs: [MobileEngageConfig] = [
    defaultConfig,
    config { $0.anonymousContacts = false },
    config { $0.eventBatchLimit = 2 },
    config { $0.applicationCode = "OTHER" },
    config { $0.requestTimeout = .minutes(2) },
  ]

  public static let searchedReadings: [Profile<MobileEngageReadings>] =
    profiles
    + [
      MobileEngageReadings(startEvent: .appStart), MobileEngageReadings(startEvent: .both),
      MobileEngageReadings(eventAttribution: .sent),
      MobileEngageReadings(
        backOff: BackOff(first: .seconds(10), factor: 3, cap: .minutes(5))),
    ].map { Profile(name: "documents", readings: $0) }

  public static func healing(
    of world: World<MobileEngageSystem>
  ) -> [Input<MobileEngageWorldEvent>] {
    healing(
      of: world, backends: [.serverUp, .anonymousContactsSwitched(enabled: true)],
      launched: .appLaunched())
  }
}
