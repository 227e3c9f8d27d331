import EventSourcing

extension MobilePushSDK {
  /// What holds the named effect back at an instant; `nil` for an effect without gates.
  ///
  /// The gates are those of the very decisions on which the reducer acts.
  public static func gates(
    effect: String, in state: MobilePushState, at instant: Instant
  ) -> [HeldGate]? {
    let context = state.at(instant).context
    return switch effect {
    case "send_registration": state.registration.decision(context).held
    case "send_analytics": state.analytics.decision(context).held
    case "fetch_inbox_messages": state.inbox.refreshDecision(context).held
    case "show_in_app_message": state.inApp.displayDecision(context).held
    default: nil
    }
  }
}
