import EventSourcing

/// What may hold a call back.
public enum CallGate: Int, Gate {
  case process, inFlight, refresh, nothingToSend, offline, clientState, contactToken, order,
    backOff, retryAfter

  public var word: (name: String, summary: String) {
    switch self {
    case .process: ("process", "No process of the app is alive.")
    case .inFlight: ("in_flight", "Another request waits for its answer; there is one at a time.")
    case .refresh: ("refresh", "The contact token was refused; everything waits for a new one.")
    case .nothingToSend: ("nothing_to_send", "Nothing of this kind waits to be sent.")
    case .offline: ("offline", "The device has no network.")
    case .clientState: ("client_state", "There is no client state, which this call has to carry.")
    case .contactToken:
      ("contact_token", "There is no contact token, which this call has to carry (ME-5, ME-13).")
    case .order: ("order", "An earlier call goes first.")
    case .backOff: ("back_off", "The last attempt failed and is not repeated yet.")
    case .retryAfter: ("retry_after", "The server asked to be left alone for a time.")
    }
  }
}
