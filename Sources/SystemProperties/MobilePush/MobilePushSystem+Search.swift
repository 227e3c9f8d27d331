import MobilePush
import Simulation
import Systems

extension MobilePushSystem {
  /// The words of apps, users and marketers, mistakes included: keys that are reserved, tags that
  /// the SDK sets itself, and numbers near the edges that count.
  public static let searchedPools = InventorPools.searched([
    InventorPools.Field("content", ["in_app", "in_app", "inbox", "inbox", "else", ""]),
    InventorPools.Field(
      "key",
      ["alpha", "alpha", "beta", " alpha ", "", " ", "status", " Badge ", "CONTACTKEY", "gamma"]),
    InventorPools.Field(
      "tag", ["gold", "gold", "silver", " gold ", "ALL", "iOS", "ANDROID", "DEBUG", "", " "]),
    InventorPools.Field("priority", [0, 1, 2]),
    InventorPools.Field("version", [1, 2, 3, 4]),
    InventorPools.Field("contact", ["alpha", "alpha", "alpha", "beta", "gamma"]),
    InventorPools.Field("display_limit", [1, 2]),
    InventorPools.Field("device_id", ["device-x"]),
  ])

  /// Weighs events more that have an effect only where they meet the words of others.
  public static func weight(of event: MobilePushWorldEvent.Name) -> Int64 {
    switch event {
    case .device(.customEventTracked), .backend(.engagement(.pushSent)),
      .backend(.engagement(.inAppPublished)), .backend(.engagement(.inAppEdited)):
      12
    case .device(.silentPushReceived), .device(.contactKeySet): 8
    case .device, .backend, .network: 1
    }
  }

  /// Whether an event is drawn: a simulation brings tokens, pushes and connectivity itself.
  public static func isSearched(_ event: MobilePushWorldEvent, isSimulated: Bool) -> Bool {
    switch event {
    case .device(.deviceTokenReceived), .device(.notificationReceived),
      .device(.silentPushReceived), .device(.connectivityChanged):
      !isSimulated
    case .device, .backend, .network: true
    }
  }
}
