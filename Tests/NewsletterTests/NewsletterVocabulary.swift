import EventSourcing

extension Newsletter {
  enum Event: ShortVocabulary {
    case subscribed(address: Personal)
    case responseReceived(request: Int64, status: Int64)
    case requestFailed(request: Int64, reason: NetworkFailure)
    case retryDue

    enum Name: CaseText, EventName {
      case subscribed, responseReceived = "response_received", requestFailed = "request_failed"
      case retryDue = "retry_due"

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .subscribed:
          word("The user entered an address.", .outside, .subscribed(address: "ann@example.com"))
        case .responseReceived:
          word(
            "The server answered a request.", .outside, .responseReceived(request: 1, status: 201))
        case .requestFailed:
          word("A request got no answer.", .outside, .requestFailed(request: 1, reason: .offline))
        case .retryDue: word("The wait after a failure is over.", .outside, .retryDue)
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
      switch self {
      case .subscribed(let address): try v(.subscribed, Event.subscribed, ("address", address))
      case .responseReceived(let request, let status):
        try v(.responseReceived, Event.responseReceived, ("request", request), ("status", status))
      case .requestFailed(let request, let reason):
        try v(.requestFailed, Event.requestFailed, ("request", request), ("reason", reason))
      case .retryDue: v(.retryDue, self)
      }
    }
  }

  enum Effect: ShortVocabulary {
    case sendAddress(request: Int64, address: Personal)
    case showThanks
    case waitToRetry(due: Instant)

    enum Name: CaseText, EffectName {
      case sendAddress = "send_address", showThanks = "show_thanks", waitToRetry = "wait_to_retry"

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .sendAddress:
          word(
            "Send the address to the server.", .request,
            .sendAddress(request: 1, address: "ann@example.com"))
        case .showThanks: word("Thank the user.", .toApp, .showThanks)
        case .waitToRetry: word("Send again at that time.", .timer, .waitToRetry(due: .sample))
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Effect> {
      switch self {
      case .sendAddress(let request, let address):
        try v(.sendAddress, Effect.sendAddress, ("request", request), ("address", address))
      case .waitToRetry(let due): try v(.waitToRetry, Effect.waitToRetry, ("due", due))
      case .showThanks: v(.showThanks, self)
      }
    }
  }
}
