import EventSourcing
import Simulation

extension Checkout {
  enum Event: ShortVocabulary {
    case appStarted, appEnded
    case itemAdded
    case orderPlaced, orderCancelled
    case paymentAnswered(request: Int64, status: Int64)
    case paymentFailed(request: Int64, reason: NetworkFailure)
    case retryFell
    case courierAccepted(courier: String)
    case courierWaited
    case orderDelivered(courier: String)

    enum Name: CaseText, EventName {
      case appStarted = "app_started", appEnded = "app_ended", itemAdded = "item_added"
      case orderPlaced = "order_placed", orderCancelled = "order_cancelled"
      case paymentAnswered = "payment_answered", paymentFailed = "payment_failed"
      case retryFell = "retry_fell", courierAccepted = "courier_accepted"
      case courierWaited = "courier_waited", orderDelivered = "order_delivered"

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .appStarted: word("The app began.", .processStart, .appStarted)
        case .appEnded: word("The app ended.", .processEnd(by: .system), .appEnded)
        case .itemAdded: word("An item went into the cart.", .outside, .itemAdded)
        case .orderPlaced: word("The cart was ordered.", .outside, .orderPlaced)
        case .orderCancelled: word("The order was cancelled.", .outside, .orderCancelled)
        case .paymentAnswered:
          word("The bank answered.", .inside, .paymentAnswered(request: 1, status: 200))
        case .paymentFailed:
          word("The bank was not reached.", .inside, .paymentFailed(request: 1, reason: .timeout))
        case .retryFell: word("The retry fell due.", .inside, .retryFell)
        case .courierAccepted:
          word("A courier took the order.", .outside, .courierAccepted(courier: "ann"))
        case .courierWaited: word("No courier came in time.", .inside, .courierWaited)
        case .orderDelivered:
          word("A courier has delivered.", .outside, .orderDelivered(courier: "ann"))
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
      switch self {
      case .paymentAnswered(let request, let status):
        try v(.paymentAnswered, Event.paymentAnswered, ("request", request), ("status", status))
      case .paymentFailed(let request, let reason):
        try v(.paymentFailed, Event.paymentFailed, ("request", request), ("reason", reason))
      case .courierAccepted(let courier):
        try v(.courierAccepted, Event.courierAccepted, ("courier", courier))
      case .orderDelivered(let courier):
        try v(.orderDelivered, Event.orderDelivered, ("courier", courier))
      case .appStarted: v(.appStarted, self)
      case .appEnded: v(.appEnded, self)
      case .itemAdded: v(.itemAdded, self)
      case .orderPlaced: v(.orderPlaced, self)
      case .orderCancelled: v(.orderCancelled, self)
      case .retryFell: v(.retryFell, self)
      case .courierWaited: v(.courierWaited, self)
      }
    }
  }

  enum Effect: ShortVocabulary {
    case charge(request: Int64, order: Int64, items: Int64)
    case callCourier(order: Int64)
    case confirm(order: Int64)
    case giveUp(order: Int64)
    case retryPayment(due: Instant)
    case stopRetrying
    case waitForCourier(due: Instant)
    case stopWaiting

    enum Name: CaseText, EffectName {
      case charge, callCourier = "call_courier", confirm, giveUp = "give_up"
      case retryPayment = "retry_payment", stopRetrying = "stop_retrying"
      case waitForCourier = "wait_for_courier", stopWaiting = "stop_waiting"

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .charge:
          word("Have the order paid.", .request, .charge(request: 1, order: 1, items: 1))
        case .callCourier: word("Ask for a courier.", .toApp, .callCourier(order: 1))
        case .confirm: word("Thank the customer.", .toApp, .confirm(order: 1))
        case .giveUp: word("Pay the order back.", .toApp, .giveUp(order: 1))
        case .retryPayment: word("Try again then.", .timer, .retryPayment(due: .sample))
        case .stopRetrying: word("Try no more.", .timer, .stopRetrying)
        case .waitForCourier: word("Wait until then.", .timer, .waitForCourier(due: .sample))
        case .stopWaiting: word("Wait no more.", .timer, .stopWaiting)
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Effect> {
      switch self {
      case .charge(let request, let order, let items):
        try v(.charge, Effect.charge, ("request", request), ("order", order), ("items", items))
      case .callCourier(let order): try v(.callCourier, Effect.callCourier, ("order", order))
      case .confirm(let order): try v(.confirm, Effect.confirm, ("order", order))
      case .giveUp(let order): try v(.giveUp, Effect.giveUp, ("order", order))
      case .retryPayment(let due): try v(.retryPayment, Effect.retryPayment, ("due", due))
      case .waitForCourier(let due): try v(.waitForCourier, Effect.waitForCourier, ("due", due))
      case .stopRetrying: v(.stopRetrying, self)
      case .stopWaiting: v(.stopWaiting, self)
      }
    }
  }
}

/// The checkout as the tools meet it.
enum CheckoutSystem: System {
  typealias Machine = Checkout

  static let name = "checkout"
  static let requestKinds = ["payment"]

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
