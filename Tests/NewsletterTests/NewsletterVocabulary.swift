import EventSourcing

extension Newsletter {
  enum Event: Vocabulary {
    case subscribed(address: Personal)
    case responseReceived(request: Int64, status: Int64)
    case requestFailed(request: Int64, reason: NetworkFailure)
    case retryDue

    enum Name: EventName {
      case subscribed, responseReceived, requestFailed, retryDue

      func word<Made>(_ word: EventWord<Event, Made>) -> Made {
        switch self {
        case .subscribed:
          word(
            "subscribed", "The user entered an address.", .outside,
            .subscribed(address: "ann@example.com"))
        case .responseReceived:
          word(
            "response_received", "The server answered a request.", .outside,
            .responseReceived(request: 1, status: 201))
        case .requestFailed:
          word(
            "request_failed", "A request got no answer.", .outside,
            .requestFailed(request: 1, reason: .offline))
        case .retryDue: word("retry_due", "The wait after a failure is over.", .outside, .retryDue)
        }
      }
    }

    var name: Name {
      switch self {
      case .subscribed: .subscribed
      case .responseReceived: .responseReceived
      case .requestFailed: .requestFailed
      case .retryDue: .retryDue
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Event {
      switch self {
      case .subscribed(let address):
        .subscribed(address: try visitor("address", address))
      case .responseReceived(let request, let status):
        .responseReceived(
          request: try visitor("request", request), status: try visitor("status", status))
      case .requestFailed(let request, let reason):
        .requestFailed(
          request: try visitor("request", request), reason: try visitor("reason", reason))
      case .retryDue: self
      }
    }
  }

  enum Effect: Vocabulary {
    case sendAddress(request: Int64, address: Personal)
    case showThanks
    case waitToRetry(due: Instant)

    enum Name: EffectName {
      case sendAddress, showThanks, waitToRetry

      func word<Made>(_ word: EffectWord<Effect, Made>) -> Made {
        switch self {
        case .sendAddress:
          word(
            "send_address", "Send the address to the server.", .request,
            .sendAddress(request: 1, address: "ann@example.com"))
        case .showThanks: word("show_thanks", "Thank the user.", .toApp, .showThanks)
        case .waitToRetry:
          word("wait_to_retry", "Send again at that time.", .timer, .waitToRetry(due: .sample))
        }
      }
    }

    var name: Name {
      switch self {
      case .sendAddress: .sendAddress
      case .showThanks: .showThanks
      case .waitToRetry: .waitToRetry
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Effect {
      switch self {
      case .sendAddress(let request, let address):
        .sendAddress(
          request: try visitor("request", request), address: try visitor("address", address))
      case .waitToRetry(let due):
        .waitToRetry(due: try visitor("due", due))
      case .showThanks: self
      }
    }
  }
}
