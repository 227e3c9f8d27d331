import EventSourcing

extension MobileEngageEffect {
  /// The names of the effects, in the order of the effects of one event.
  public enum Name: EffectName {
    case sendClient, linkContact, linkAnonymousContact, refreshContactToken, registerPushToken,
      removePushToken, sendEvents, reportError, setTimer, cancelTimer, diagnose

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .sendClient: ("send_client", "Send the device's properties.")
      case .linkContact: ("link_contact", "Link the client to a contact.")
      case .linkAnonymousContact:
        ("link_anonymous_contact", "Link the client to an anonymous contact.")
      case .refreshContactToken: ("refresh_contact_token", "Ask for a new contact token.")
      case .registerPushToken: ("register_push_token", "Register the push service's token.")
      case .removePushToken: ("remove_push_token", "Remove the push service's token.")
      case .sendEvents: ("send_events", "Send events, at least one, in order.")
      case .reportError: ("report_error", "Tell the app that a call came to nothing.")
      case .setTimer: ("set_timer", "Wake the SDK at an instant.")
      case .cancelTimer: ("cancel_timer", "Forget a timer.")
      case .diagnose: ("diagnose", "Write down what was ignored or is questionable.")
      }
    }

    public var role: EffectRole {
      switch self {
      case .sendClient, .linkContact, .linkAnonymousContact, .refreshContactToken,
        .registerPushToken, .removePushToken, .sendEvents:
        .request
      case .reportError: .toApp
      case .setTimer, .cancelTimer: .timer
      case .diagnose: .internal
      }
    }
  }

  public var name: Name {
    switch self {
    case .sendClient: .sendClient
    case .linkContact: .linkContact
    case .linkAnonymousContact: .linkAnonymousContact
    case .refreshContactToken: .refreshContactToken
    case .registerPushToken: .registerPushToken
    case .removePushToken: .removePushToken
    case .sendEvents: .sendEvents
    case .reportError: .reportError
    case .setTimer: .setTimer
    case .cancelTimer: .cancelTimer
    case .diagnose: .diagnose
    }
  }
}
