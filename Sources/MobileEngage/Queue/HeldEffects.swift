import EventSourcing
import Platform

extension MobileEngageSDK {
  /// What holds the named effect back at an instant; `nil` for an effect without gates.
  ///
  /// The gates are those of the very decisions on which the reducer acts.
  public static func gates(
    effect: String, in state: MobileEngageState, at instant: Instant
  ) -> [HeldGate]? {
    switch effect {
    case "send_client": state.clientDecision(at: instant).held
    case "refresh_contact_token": state.refreshDecision(at: instant).held
    case "link_contact", "link_anonymous_contact", "register_push_token", "remove_push_token",
      "send_events":
      state.decision(ofFirst: effect, at: instant).held
    case _: nil
    }
  }
}

extension MobileEngageState {
  /// The decision about the first queued call that the named effect would send.
  fileprivate func decision(ofFirst effect: String, at instant: Instant) -> Decision<CallGate> {
    var position = QueuePosition()
    var found: Decision<CallGate>?
    visitQueue { index in
      let call = queue.calls[index]
      if call.order.name == effect {
        found = decision(of: call, at: position, instant)
        return false
      }
      position.pass(call.order, hasToken: contact.tokens != nil)
      return true
    }
    if let found { return found }
    var nothing = Decision<CallGate>(at: instant)
    nothing.hold(.process, unless: process.phase.isRunning)
    nothing.hold(.nothingToSend, unless: false)
    return nothing
  }
}
