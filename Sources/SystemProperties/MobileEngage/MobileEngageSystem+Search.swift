import Simulation
import Systems

extension MobileEngageSystem {
  /// The words of apps and users, mistakes included.
  public static let searchedPools = InventorPools.searched([
    InventorPools.Field("code", ["APP", "APP", "APP-2", ""]),
    InventorPools.Field("field_id", [3, 3, 7]),
    InventorPools.Field("event_batch_limit", [1, 2, 50]),
  ])

  /// Whether an event is drawn: a simulated network changes a device's connectivity itself.
  public static func isSearched(_ event: MobileEngageWorldEvent, isSimulated: Bool) -> Bool {
    switch event {
    case .device(.connectivityChanged): !isSimulated
    case .device, .backend, .network: true
    }
  }
}
