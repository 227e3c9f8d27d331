import EventSourcing
import Simulation

/// A shop that delivers: a cart is filled and ordered, the payment is retried until it is taken, a
/// courier is called, and the order is confirmed when that courier has delivered it.
enum Checkout: Reducer {
  /// All that is known of one customer.
  struct Cart: PartView {
    var customer: String
    var stage = Stage.shopping
    var order: Int64 = 0
    var items: Int64 = 0
    var requests: Int64 = 0
    var retryAt: Instant?
    var courier: String?
    var cancelled: Int64 = 0

    static var sample: Cart { Cart(customer: "customer") }

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("customer", customer)
      visitor.field("stage", stage)
      visitor.field("order", order)
      visitor.field("items", items)
      visitor.field("requests", requests)
      visitor.field("retry_at", retryAt, "When a payment is tried again.", counts: .future)
      visitor.field("courier", courier)
      visitor.field("cancelled", cancelled, "Orders cancelled one after the other.")
    }
  }

  enum Stage: String, Choice { case shopping, paying, calling, riding }

  struct State: StateView {
    /// The bug that is planted.
    @Incidental var bug: Bug?
    var carts: [Cart] = []

    func view(_ visitor: inout some ViewVisitor) { visitor.nested("carts", carts, "") }

    /// The cart of a customer.
    subscript(customer: String) -> Cart {
      get { carts.first { $0.customer == customer } ?? Cart(customer: customer) }
      set {
        if let place = carts.firstIndex(where: { $0.customer == customer }) {
          carts[place] = newValue
        } else {
          carts.append(newValue)
        }
      }
    }
  }

  static var initial: State { State() }

  static func reduce(
    _ state: inout State, _ record: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    var cart = state[record.party]
    switch record.event {
    case .appStarted:
      if state.bug == .restart { break }
      // The answer to the last process is lost, and so is its timer.
      if cart.stage == .paying { charge(&cart, into: &effects) }
      if cart.stage == .calling { call(cart, at: record.at, into: &effects) }
    case .appEnded: break
    case .itemAdded:
      guard cart.stage == .shopping, cart.items < 9 else { return }
      cart.items += 1
      if state.bug == .counterAtEight { cart.items %= 8 }
    case .orderPlaced:
      if state.bug == .doubleCharge, cart.stage == .paying { charge(&cart, into: &effects) }
      guard cart.stage == .shopping, cart.items > 0 else { break }
      cart.order += 1
      cart.stage = .paying
      if state.bug == .sixSteps, cart.cancelled == 3 { break }
      charge(&cart, into: &effects)
    case .orderCancelled:
      guard cart.stage == .paying else { return }
      cart.stage = .shopping
      cart.retryAt = nil
      cart.cancelled = min(cart.cancelled + 1, 4)
      if state.bug == .identifierReused { cart.requests = 0 }
      effects.append(.stopRetrying)
    case .paymentAnswered(let request, let status):
      guard cart.stage == .paying, request == cart.requests else { return }
      guard status == 200 else { return fail(&cart, record, in: &state, into: &effects) }
      cart.stage = .calling
      cart.cancelled = 0
      call(cart, at: record.at, into: &effects)
    case .paymentFailed(let request, let reason):
      guard cart.stage == .paying, request == cart.requests else { return }
      if state.bug == .lostAnswer, reason == .timeout { cart.order += 1 }
      return fail(&cart, record, in: &state, into: &effects)
    case .retryFell:
      guard cart.stage == .paying else { return }
      cart.retryAt = nil
      charge(&cart, into: &effects)
    case .courierAccepted(let courier):
      if state.bug == .twoParties {
        for place in state.carts.indices where state.carts[place].stage == .calling {
          state.carts[place].courier = courier
        }
      }
      guard cart.stage == .calling else { return }
      cart.stage = .riding
      cart.courier = courier
      if state.bug != .timerNotCancelled { effects.append(.stopWaiting) }
    case .courierWaited:
      guard cart.stage == .calling || state.bug == .timerNotCancelled else { return }
      effects.append(.giveUp(order: cart.order))
      cart.stage = .shopping
      cart.items = 0
      cart.courier = nil
    case .orderDelivered(let courier):
      let isTheirs = courier == cart.courier || state.bug == .wrongCourier
      guard cart.courier != nil, isTheirs else { return }
      guard cart.stage == .riding || state.bug == .twoParties else { return }
      effects.append(.confirm(order: cart.order))
      cart.stage = .shopping
      cart.items = 0
      cart.courier = nil
    }
    state[record.party] = cart
  }

  private static func charge(_ cart: inout Cart, into effects: inout Effects<Effect>) {
    cart.requests += 1
    effects.append(.charge(request: cart.requests, order: cart.order, items: cart.items))
  }

  private static func call(
    _ cart: Cart, at now: Instant, into effects: inout Effects<Effect>
  ) {
    effects.append(.callCourier(order: cart.order))
    effects.append(.waitForCourier(due: now + .minutes(10)))
  }

  private static func fail(
    _ cart: inout Cart, _ record: RecordedEvent<Event>, in state: inout State,
    into effects: inout Effects<Effect>
  ) {
    if state.bug != .lostRetry {
      cart.retryAt = record.at + .seconds(30)
      effects.append(.retryPayment(due: record.at + .seconds(30)))
    }
    state[record.party] = cart
  }
}

/// The kinds of bugs that are planted.
enum Bug: String, CaseIterable, Sendable {
  case lostRetry, doubleCharge, timerNotCancelled, identifierReused, wrongCourier
  case sixSteps, lostAnswer, restart, twoParties, counterAtEight
}
