import EventSourcing
import Simulation

extension Checkout {
  enum Event: Vocabulary {
    case appStarted, appEnded
    case itemAdded
    case orderPlaced, orderCancelled
    case paymentAnswered(request: Int64, status: Int64)
    case paymentFailed(request: Int64, reason: NetworkFailure)
    case retryFell
    case courierAccepted(courier: String)
    case courierWaited
    case orderDelivered(courier: String)

    enum Name: EventName {
      case appStarted, appEnded, itemAdded, orderPlaced, orderCancelled, paymentAnswered
      case paymentFailed, retryFell, courierAccepted, courierWaited, orderDelivered

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .appStarted: word("app_started", "The app began.", .processStart, .appStarted)
        case .appEnded:
          word("app_ended", "The app ended.", .processEnd(byUser: false), .appEnded)
        case .itemAdded:
          word("item_added", "An item went into the cart.", .outside, .itemAdded)
        case .orderPlaced: word("order_placed", "The cart was ordered.", .outside, .orderPlaced)
        case .orderCancelled:
          word("order_cancelled", "The order was cancelled.", .outside, .orderCancelled)
        case .paymentAnswered:
          word(
            "payment_answered", "The bank answered.", .inside,
            .paymentAnswered(request: 1, status: 200))
        case .paymentFailed:
          word(
            "payment_failed", "The bank was not reached.", .inside,
            .paymentFailed(request: 1, reason: .timeout))
        case .retryFell: word("retry_fell", "The retry fell due.", .inside, .retryFell)
        case .courierAccepted:
          word(
            "courier_accepted", "A courier took the order.", .outside,
            .courierAccepted(courier: "ann"))
        case .courierWaited:
          word("courier_waited", "No courier came in time.", .inside, .courierWaited)
        case .orderDelivered:
          word(
            "order_delivered", "A courier has delivered.", .outside,
            .orderDelivered(courier: "ann"))
        }
      }
    }

    var name: Name {
      switch self {
      case .appStarted: .appStarted
      case .appEnded: .appEnded
      case .itemAdded: .itemAdded
      case .orderPlaced: .orderPlaced
      case .orderCancelled: .orderCancelled
      case .paymentAnswered: .paymentAnswered
      case .paymentFailed: .paymentFailed
      case .retryFell: .retryFell
      case .courierAccepted: .courierAccepted
      case .courierWaited: .courierWaited
      case .orderDelivered: .orderDelivered
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Event {
      switch self {
      case .paymentAnswered(let request, let status):
        .paymentAnswered(
          request: try visitor("request", request), status: try visitor("status", status))
      case .paymentFailed(let request, let reason):
        .paymentFailed(
          request: try visitor("request", request), reason: try visitor("reason", reason))
      case .courierAccepted(let courier):
        .courierAccepted(courier: try visitor("courier", courier))
      case .orderDelivered(let courier):
        .orderDelivered(courier: try visitor("courier", courier))
      case .appStarted, .appEnded, .itemAdded, .orderPlaced, .orderCancelled, .retryFell,
        .courierWaited:
        self
      }
    }
  }

  enum Effect: Vocabulary {
    case charge(request: Int64, order: Int64, items: Int64)
    case callCourier(order: Int64)
    case confirm(order: Int64)
    case giveUp(order: Int64)
    case retryPayment(due: Instant)
    case stopRetrying
    case waitForCourier(due: Instant)
    case stopWaiting

    enum Name: EffectName {
      case charge, callCourier, confirm, giveUp, retryPayment, stopRetrying, waitForCourier
      case stopWaiting

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .charge:
          word(
            "charge", "Have the order paid.", .request, .charge(request: 1, order: 1, items: 1))
        case .callCourier:
          word("call_courier", "Ask for a courier.", .toApp, .callCourier(order: 1))
        case .confirm: word("confirm", "Thank the customer.", .toApp, .confirm(order: 1))
        case .giveUp: word("give_up", "Pay the order back.", .toApp, .giveUp(order: 1))
        case .retryPayment:
          word("retry_payment", "Try again then.", .timer, .retryPayment(due: .sample))
        case .stopRetrying: word("stop_retrying", "Try no more.", .timer, .stopRetrying)
        case .waitForCourier:
          word("wait_for_courier", "Wait until then.", .timer, .waitForCourier(due: .sample))
        case .stopWaiting: word("stop_waiting", "Wait no more.", .timer, .stopWaiting)
        }
      }
    }

    var name: Name {
      switch self {
      case .charge: .charge
      case .callCourier: .callCourier
      case .confirm: .confirm
      case .giveUp: .giveUp
      case .retryPayment: .retryPayment
      case .stopRetrying: .stopRetrying
      case .waitForCourier: .waitForCourier
      case .stopWaiting: .stopWaiting
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Effect {
      switch self {
      case .charge(let request, let order, let items):
        .charge(
          request: try visitor("request", request), order: try visitor("order", order),
          items: try visitor("items", items))
      case .callCourier(let order): .callCourier(order: try visitor("order", order))
      case .confirm(let order): .confirm(order: try visitor("order", order))
      case .giveUp(let order): .giveUp(order: try visitor("order", order))
      case .retryPayment(let due): .retryPayment(due: try visitor("due", due))
      case .waitForCourier(let due): .waitForCourier(due: try visitor("due", due))
      case .stopRetrying, .stopWaiting: self
      }
    }
  }
}

/// The checkout as the tools meet it.
enum CheckoutSystem<Planted: PlantedBug>: System {
  typealias Machine = Checkout<Planted>

  static var name: String { "checkout" }
  static var requestKinds: [String] { ["payment"] }

  static func outcome(
    of effect: Machine.Effect, by party: String, in state: Machine.State
  ) -> Outcome<Machine.Event> {
    switch effect {
    case .charge(let request, _, _):
      .request(Request(kind: "payment", id: request, timeout: .seconds(20), recipient: "bank"))
    case .callCourier, .confirm, .giveUp: .external
    case .retryPayment(let due): .wake(timer: "retry", due: due, event: .retryFell)
    case .stopRetrying: .cancel(timer: "retry")
    case .waitForCourier(let due): .wake(timer: "courier", due: due, event: .courierWaited)
    case .stopWaiting: .cancel(timer: "courier")
    }
  }

  static func answered(_ request: Int64, with reply: PlainReply) -> Machine.Event? {
    .paymentAnswered(request: request, status: reply.status)
  }

  static func failed(_ request: Int64, _ failure: NetworkFailure) -> Machine.Event? {
    .paymentFailed(request: request, reason: failure)
  }
}
