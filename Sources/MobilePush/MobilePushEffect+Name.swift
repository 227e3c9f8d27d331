import EventSourcing

extension MobilePushEffect {
  /// The names of the effects, in the order of the effects of one event.
  public enum Name: EffectName {
    case requestDeviceToken, sendRegistration, sendAnalytics, fetchInAppMessages,
      fetchInboxMessages, showInAppMessage, notifyRegistrationListener, notifyInboxUpdated,
      refuseInboxRefresh, setTimer, cancelTimer, diagnose

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .requestDeviceToken: ("request_device_token", "Ask the push service for a token.")
      case .sendRegistration: ("send_registration", "Send the record to Engagement.")
      case .sendAnalytics: ("send_analytics", "Send what was recorded to Engagement.")
      case .fetchInAppMessages: ("fetch_in_app_messages", "Fetch the in-app messages.")
      case .fetchInboxMessages: ("fetch_inbox_messages", "Fetch the inbox messages.")
      case .showInAppMessage: ("show_in_app_message", "Put an in-app message on screen.")
      case .notifyRegistrationListener:
        ("notify_registration_listener", "Notify a listener of a registration.")
      case .notifyInboxUpdated:
        ("notify_inbox_updated", "Notify the app that its inbox looks different.")
      case .refuseInboxRefresh: ("refuse_inbox_refresh", "Refuse a refresh that comes too soon.")
      case .setTimer: ("set_timer", "Wake the SDK at an instant.")
      case .cancelTimer: ("cancel_timer", "Forget a timer.")
      case .diagnose: ("diagnose", "Record what was ignored or is questionable.")
      }
    }

    public var role: EffectRole {
      switch self {
      case .requestDeviceToken, .sendRegistration, .sendAnalytics, .fetchInAppMessages,
        .fetchInboxMessages:
        .request
      case .showInAppMessage, .notifyRegistrationListener, .notifyInboxUpdated, .refuseInboxRefresh:
        .toApp
      case .setTimer, .cancelTimer: .timer
      case .diagnose: .internal
      }
    }
  }

  public var name: Name {
    switch self {
    case .requestDeviceToken: .requestDeviceToken
    case .sendRegistration: .sendRegistration
    case .sendAnalytics: .sendAnalytics
    case .fetchInAppMessages: .fetchInAppMessages
    case .fetchInboxMessages: .fetchInboxMessages
    case .showInAppMessage: .showInAppMessage
    case .notifyRegistrationListener: .notifyRegistrationListener
    case .notifyInboxUpdated: .notifyInboxUpdated
    case .refuseInboxRefresh: .refuseInboxRefresh
    case .setTimer: .setTimer
    case .cancelTimer: .cancelTimer
    case .diagnose: .diagnose
    }
  }
}
