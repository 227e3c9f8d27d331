import EventSourcing
import MobileEngage
import Simulation

extension MobileEngageSystem {
  /// The words of apps and users, mistakes included, so few that they meet each other.
  public static let searchedPools = InventorPools(
    numbers: [1, 2, 3, 0],
    names: ["alpha", "alpha", "alpha", "beta", "beta", "gamma", " delta ", "", " "],
    values: ["one", "one", "two", "", " three "],
    spans: [.zero, .seconds(1), .seconds(60), .hours(3), .days(1), .minutes(-90), .days(-2)],
    fields: [
      InventorPools.Field("token", ["token-a", "token-a", "token-b", "token-c", ""]),
      InventorPools.Field("code", ["APP", "APP", "APP-2", ""]),
      InventorPools.Field("field_id", [3, 3, 7]),
      InventorPools.Field("platform", ["iOS", "Android"]),
      InventorPools.Field("time_zone", [0, 3_600, -18_000]),
      InventorPools.Field("locale", ["nb_NO", "de_DE", "en_US"]),
      InventorPools.Field("app_version", ["1.0", "1.1", "2.0"]),
      InventorPools.Field("event_batch_limit", [1, 2, 50]),
      InventorPools.Field(
        "request_timeout",
        [.seconds(1), .seconds(30), .milliseconds(59_999), .seconds(60), .seconds(90), .days(1)]),
      InventorPools.Field(
        "by", [.hours(1), .hours(-1), .seconds(60), .seconds(-60), .days(1), .days(-400)]),
    ])

  /// In a simulated world the network of a device comes and goes by the network itself.
  public static func isSearched(_ event: MobileEngageWorldEvent, isSimulated: Bool) -> Bool {
    switch event {
    case .device(.connectivityChanged): !isSimulated
    case .device, .backend, .network: true
    }
  }
}
