import EventSourcing

/// What may hold a call back.
public enum CallGate: Int, Gate {
  case process, inFlight, refresh, nothingToSend, offline, clientState, contactToken, order
  case backOff, retryAfter

  public var name: String {
    switch self {
    case .process: "process"
    case .inFlight: "in_flight"
    case .refresh: "refresh"
    case .nothingToSend: "nothing_to_send"
    case .offline: "offline"
    case .clientState: "client_state"
    case .contactToken: "contact_token"
    case .order: "order"
    case .backOff: "back_off"
    case .retryAfter: "retry_after"
    }
  }

  public var summary: String {
    switch self {
    case .process: "No process of the app is alive."
    case .inFlight: "Another request waits for its answer; there is one at a time."
    case .refresh: "The contact token was refused; everything waits for a new one."
    case .nothingToSend: "Nothing of this kind waits to be sent."
    case .offline: "The device has no network."
    case .clientState: "There is no client state, which this call has to carry."
    case .contactToken: "There is no contact token, which this call has to carry (ME-5, ME-13)."
    case .order: "An earlier call goes first."
    case .backOff: "The last attempt failed and is not repeated yet."
    case .retryAfter: "The server asked to be left alone for a time."
    }
  }
}
