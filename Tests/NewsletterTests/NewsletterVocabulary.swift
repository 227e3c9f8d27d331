import EventSourcing

extension Newsletter {
  enum Event: Vocabulary {
    case subscribed(address: Personal)
    case responseReceived(request: Int64, status: Int64)
    case requestFailed(request: Int64, reason: NetworkFailure)
    case retryDue

    enum Name: CaseName {
      case subscribed, responseReceived, requestFailed, retryDue

      var entry: (text: StaticString, summary: StaticString) {
        switch self {
        case .subscribed: ("subscribed", "The user entered an address.")
        case .responseReceived: ("response_received", "The server answered a request.")
        case .requestFailed: ("request_failed", "A request got no answer.")
        case .retryDue: ("retry_due", "The wait after a failure is over.")
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

    static func sample(of name: Name) -> Event {
      switch name {
      case .subscribed: .subscribed(address: "ann@example.com")
      case .responseReceived: .responseReceived(request: 1, status: 201)
      case .requestFailed: .requestFailed(request: 1, reason: .offline)
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

      var entry: (text: StaticString, summary: StaticString) {
        switch self {
        case .sendAddress: ("send_address", "Send the address to the server.")
        case .showThanks: ("show_thanks", "Thank the user.")
        case .waitToRetry: ("wait_to_retry", "Send again at that time.")
        }
      }

      var role: EffectRole {
        switch self {
        case .sendAddress: .request
        case .showThanks: .toApp
        case .waitToRetry: .timer
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

    static func sample(of name: Name) -> Effect {
      switch name {
      case .sendAddress: .sendAddress(request: 1, address: "ann@example.com")
      case .showThanks: .showThanks
      case .waitToRetry: .waitToRetry(due: .sample)
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
