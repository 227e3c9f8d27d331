import EventSourcing
import Properties
import Simulation

extension CheckoutSystem: SearchableSystem {
  static let alphabet = Alphabet<Machine.Event, Reply>(
    inputs: [
      .appStarted, .itemAdded, .orderPlaced, .orderCancelled,
      .courierAccepted(courier: "ann"),
      .orderDelivered(courier: "ann"), .orderDelivered(courier: "bob"),
    ],
    replies: [("payment", [PlainReply(status: 200), PlainReply(status: 503)])])

  static let searchedDevices = 2

  static var searchedPools: InventorPools {
    var pools = InventorPools.plausible
    pools.fields = [InventorPools.Field("courier", ["ann", "bob"])]
    return pools
  }
}
