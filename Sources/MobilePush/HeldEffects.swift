import EventSourcing

extension MobilePushSDK {
  /// What holds the named effect back at an instant; `nil` for an effect without gates.
  ///
  /// The gates are those of the very decisions on which the reducer acts.
  public static func gates(
    effect: String, in state: MobilePushState, at instant: Instant
  ) -> [HeldGate]? {
    switch effect {
    case "send_registration": state.registrationDecision(at: instant).held
    case "send_analytics": state.analyticsDecision(at: instant, inTransition: false).held
    case "fetch_inbox_messages": state.refreshDecision(at: instant).held
    case "show_in_app_message": state.displayDecision(at: instant).held
    default: nil
    }
  }
}
