import EventSourcing

/// The gates that may hold a call back.
public enum CallGate: Int, Gate {
  case process, inFlight, refresh, nothingToSend, offline, clientState, contactToken, order,
    backOff, retryAfter

  public var word: GateWord {
    switch self {
    case .process: GateWord("process", "No process of the app is alive.", [])
    case .inFlight:
      GateWord("in_flight", "Another request waits for its answer; there is one at a time.", [])
    case .refresh:
      GateWord(
        "refresh", "The contact token was refused; everything waits for a new one.", ["ME-7"])
    case .nothingToSend: GateWord("nothing_to_send", "Nothing of this kind waits to be sent.", [])
    case .offline: GateWord("offline", "The device has no network.", [])
    case .clientState:
      GateWord("client_state", "There is no client state, which this call has to carry.", ["ME-2"])
    case .contactToken:
      GateWord(
        "contact_token", "There is no contact token, which this call has to carry.",
        ["ME-5", "ME-13"])
    case .order: GateWord("order", "An earlier call goes first.", ["ME-7"])
    case .backOff:
      GateWord("back_off", "The last attempt failed and is not repeated yet.", ["ME-7"])
    case .retryAfter:
      GateWord("retry_after", "The server asked to be left alone for a time.", ["ME-7"])
    }
  }
}
