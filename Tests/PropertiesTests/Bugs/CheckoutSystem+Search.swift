import EventSourcing
import Properties
import Simulation

/// A checkout without a planted bug.
enum NoBug: PlantedBug { static var bug: Bug? { nil } }

extension CheckoutSystem: SearchableSystem {
  static var alphabet: Alphabet<CheckoutSystem> {
    Alphabet(
      inputs: [
        .appStarted, .itemAdded(count: 1), .orderPlaced, .orderCancelled,
        .courierAccepted(courier: "ann"),
        .orderDelivered(courier: "ann"), .orderDelivered(courier: "bob"),
      ],
      replies: [("payment", [PlainReply(status: 200), PlainReply(status: 503)])])
  }

  static var searchedPools: InventorPools {
    var pools = InventorPools.plausible
    pools.fields = [InventorPools.Field("courier", ["ann", "bob"])]
    return pools
  }
}
