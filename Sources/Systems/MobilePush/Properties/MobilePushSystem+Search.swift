import EventSourcing
import MobilePush
import Simulation

extension MobilePushSystem {
  /// The words of apps, users and marketers, mistakes included: names that meet each other, keys
  /// that are reserved, tags that the SDK sets itself, and numbers near the edges that count.
  public static let searchedPools = InventorPools(
    numbers: [1, 2, 3, 0],
    names: ["alpha", "alpha", "alpha", "beta", "beta", "gamma", " delta ", "", " "],
    values: ["one", "one", "two", "", " three "],
    spans: [.zero, .seconds(1), .seconds(60), .hours(3), .days(1), .minutes(-90), .days(-2)],
    fields: [
      InventorPools.Field("content", ["in_app", "in_app", "inbox", "inbox", "else", ""]),
      InventorPools.Field(
        "key",
        ["alpha", "alpha", "beta", " alpha ", "", " ", "status", " Badge ", "CONTACTKEY", "gamma"]),
      InventorPools.Field(
        "tag", ["gold", "gold", "silver", " gold ", "ALL", "iOS", "ANDROID", "DEBUG", "", " "]),
      InventorPools.Field("platform", ["iOS", "Android"]),
      InventorPools.Field("time_zone", [0, 3_600, -18_000]),
      InventorPools.Field("locale", ["nb_NO", "de_DE", "en_US"]),
      InventorPools.Field("app_version", ["1.0", "1.1", "2.0"]),
      InventorPools.Field(
        "request_timeout",
        [.seconds(1), .seconds(30), .milliseconds(59_999), .seconds(60), .seconds(90), .days(1)]),
      InventorPools.Field(
        "by", [.hours(1), .hours(-1), .seconds(60), .seconds(-60), .days(1), .days(-400)]),
      InventorPools.Field("priority", [0, 1, 2]),
      InventorPools.Field("version", [1, 1, 2, 3]),
      InventorPools.Field("display_limit", [1, 2]),
      InventorPools.Field("token", ["token-a", "token-a", "token-b", "token-c", ""]),
      InventorPools.Field("device_id", ["device-x"]),
    ])

  /// In a simulated world tokens, pushes and the network come from those who have them.
  public static func isSearched(_ event: MobilePushWorldEvent, isSimulated: Bool) -> Bool {
    switch event {
    case .device(.deviceTokenReceived), .device(.notificationReceived),
      .device(.silentPushReceived), .device(.connectivityChanged):
      !isSimulated
    case .device, .backend, .network: true
    }
  }
}
