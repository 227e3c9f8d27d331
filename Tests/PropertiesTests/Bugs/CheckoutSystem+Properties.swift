import EventSourcing
import Properties
import Simulation

/// The promises of a shop, whatever its customers, couriers and banks do.
extension CheckoutSystem {
  static var properties: [Property<CheckoutSystem>] {
    [paid, once, number, order, cart, courier, kept]
  }

  /// The state of a payment: the number of a request that is open, whether there will be
  /// another one, and whether the app is closed, so that neither comes.
  private struct Payment: Hashable, Sendable {
    var request: Int64?
    var isRetried = false
    var isClosed = false

    /// Follows a step; true where a second request was made beside one that is open.
    mutating func follow(_ step: MachineStep<CheckoutSystem>) -> Bool {
      switch step.event.event {
      // The answer to the last process is lost, and so is its timer.
      case .appStarted: self = Payment()
      case .appEnded: self = Payment(isClosed: true)
      case .paymentAnswered(request, _), .paymentFailed(request, _): request = nil
      case .orderCancelled where step.state[step.event.party].stage == .shopping: self = Payment()
      case .retryFell: isRetried = false
      default: break
      }
      var isDoubled = false
      for effect in step.effects {
        switch effect {
        case .charge(let number, _, _):
          isDoubled = isDoubled || request != nil
          request = number
        case .retryPayment: isRetried = true
        case .stopRetrying: isRetried = false
        default: break
        }
      }
      return isDoubled
    }
  }

  private static var paid: Property<CheckoutSystem> {
    .always(
      "PAID", "An order that waits for its payment is being charged, or will be again",
      remembering: [String: Payment]()
    ) { payments, step in
      let customer = step.event.party
      var payment = payments[customer] ?? Payment()
      _ = payment.follow(step)
      payments[customer] = payment
      return payment.request != nil || payment.isRetried || payment.isClosed
        || step.state[customer].stage != .paying
    }
  }

  private static var once: Property<CheckoutSystem> {
    .always(
      "ONCE", "Nothing is charged while an earlier charge is open", remembering: [String: Payment]()
    ) { payments, step in !payments[step.event.party, default: Payment()].follow(step) }
  }

  private static var number: Property<CheckoutSystem> {
    .always(
      "NUMBER", "No two charges of a customer have one number", remembering: [String: Int64]()
    ) { last, step in
      step.effects.allSatisfy { effect in
        guard case .charge(let number, _, _) = effect else { return true }
        defer { last[step.event.party] = number }
        return number > last[step.event.party] ?? 0
      }
    }
  }

  private static var order: Property<CheckoutSystem> {
    .always(
      "ORDER", "An order keeps its number until it is over", remembering: [String: Int64]()
    ) { last, step in
      let customer = step.event.party
      let order = step.state[customer].order
      defer { last[customer] = order }
      return order == last[customer] ?? 0 || step.event.event == .orderPlaced
    }
  }

  private static var cart: Property<CheckoutSystem> {
    .always("CART", "What was put into the cart is in it", remembering: [String: Int64]()) {
      last, step in
      let items = step.state[step.event.party].items
      defer { last[step.event.party] = items }
      guard step.event.event == .itemAdded else { return true }
      return items >= last[step.event.party] ?? 0
    }
  }

  /// Finds the courier of the order that a step is about; `couriers` keeps it for each customer
  /// until the order is over.
  private static func courier(
    of step: MachineStep<CheckoutSystem>, _ couriers: inout [String: String]
  ) -> String? {
    let customer = step.event.party
    let stage = step.state[customer].stage
    if case .courierAccepted(let courier) = step.event.event, stage == .riding {
      couriers[customer] = couriers[customer] ?? courier
    }
    defer { if stage == .shopping { couriers[customer] = nil } }
    return couriers[customer]
  }

  private static var courier: Property<CheckoutSystem> {
    .always(
      "COURIER", "An order is confirmed when the courier who took it has delivered it",
      remembering: [String: String]()
    ) { couriers, step in
      let courier = courier(of: step, &couriers)
      guard step.effects.contains(where: { $0.name == .confirm }) else { return true }
      guard case .orderDelivered(let deliverer) = step.event.event else { return false }
      return deliverer == courier
    }
  }

  private static var kept: Property<CheckoutSystem> {
    .always(
      "KEPT", "An order that a courier has taken is not given up", remembering: [String: String]()
    ) { couriers, step in
      courier(of: step, &couriers) == nil || !step.effects.contains { $0.name == .giveUp }
    }
  }
}
