import EventSourcing

/// What the SDK orders; the order of the cases is the order of the effects of one event.
public enum MobilePushEffect: Vocabulary {
  /// Ask the push service for a token (PUSH-1).
  case requestDeviceToken
  /// Send the record to Engagement.
  indirect case sendRegistration(
    request: Int64, reason: RegistrationReason, body: RegistrationBody)
  /// Send analytics to Engagement (ANA-1).
  case sendAnalytics(request: Int64, batch: [AnalyticsEntry])
  /// Fetch the in-app messages.
  case fetchInAppMessages(request: Int64, reason: InAppFetchReason)
  /// Fetch the inbox messages.
  case fetchInboxMessages(request: Int64, reason: InboxFetchReason)
  /// Put an in-app message on screen (IAM-5).
  case showInAppMessage(id: String, version: Int64)
  /// Tell a listener what was sent (REG-14).
  indirect case notifyRegistrationListener(listener: String, registration: RegistrationBody)
  /// Tell the app that its inbox looks different.
  case notifyInboxUpdated(unread: Int64)
  /// Refuse a refresh and say from when one is allowed (INBOX-4).
  case refuseInboxRefresh(retryAt: Instant)
  /// Wake the SDK at an instant.
  case setTimer(timer: MobilePushTimer, due: Instant)
  /// Forget a timer.
  case cancelTimer(timer: MobilePushTimer)
  /// Write down what was ignored or is questionable.
  case diagnose(code: MobilePushDiagnosis, detail: String)
}

extension MobilePushEffect {
  public static let samples: [MobilePushEffect] = [
    .requestDeviceToken, .sendRegistration(request: 1, reason: .first, body: .sample),
    .sendAnalytics(request: 1, batch: []), .fetchInAppMessages(request: 1, reason: .silentPush),
    .fetchInboxMessages(request: 1, reason: .silentPush), .showInAppMessage(id: "", version: 1),
    .notifyRegistrationListener(listener: "", registration: .sample),
    .notifyInboxUpdated(unread: 0), .refuseInboxRefresh(retryAt: .sample),
    .setTimer(timer: .registration, due: .sample), .cancelTimer(timer: .registration),
    .diagnose(code: .sample, detail: ""),
  ]

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobilePushEffect {
    switch self {
    case .requestDeviceToken:
      v.word("request_device_token", "Ask the push service for a token.")
      return .requestDeviceToken
    case .sendRegistration(let request, let reason, let body):
      v.word("send_registration", "Send the record to Engagement.")
      return .sendRegistration(
        request: try v("request", request), reason: try v("reason", reason),
        body: try v("body", body))
    case .sendAnalytics(let request, let batch):
      v.word("send_analytics", "Send what was recorded to Engagement.")
      return .sendAnalytics(request: try v("request", request), batch: try v("batch", batch))
    case .fetchInAppMessages(let request, let reason):
      v.word("fetch_in_app_messages", "Fetch the in-app messages.")
      return .fetchInAppMessages(
        request: try v("request", request), reason: try v("reason", reason))
    case .fetchInboxMessages(let request, let reason):
      v.word("fetch_inbox_messages", "Fetch the inbox messages.")
      return .fetchInboxMessages(
        request: try v("request", request), reason: try v("reason", reason))
    case .showInAppMessage(let id, let version):
      v.word("show_in_app_message", "Put an in-app message on screen.")
      return .showInAppMessage(id: try v("id", id), version: try v("version", version))
    case .notifyRegistrationListener(let listener, let registration):
      v.word("notify_registration_listener", "Tell a listener what was sent.")
      return .notifyRegistrationListener(
        listener: try v("listener", listener), registration: try v("registration", registration))
    case .notifyInboxUpdated(let unread):
      v.word("notify_inbox_updated", "Tell the app that its inbox looks different.")
      return .notifyInboxUpdated(unread: try v("unread", unread, "How many are unread now."))
    case .refuseInboxRefresh(let retryAt):
      v.word("refuse_inbox_refresh", "Refuse a refresh that comes too soon.")
      return .refuseInboxRefresh(
        retryAt: try v("retry_at", retryAt, "From when one is allowed."))
    case .setTimer(let timer, let due):
      v.word("set_timer", "Wake the SDK at an instant.")
      return .setTimer(timer: try v("timer", timer), due: try v("due", due))
    case .cancelTimer(let timer):
      v.word("cancel_timer", "Forget a timer.")
      return .cancelTimer(timer: try v("timer", timer))
    case .diagnose(let code, let detail):
      v.word("diagnose", "Write down what was ignored or is questionable.")
      return .diagnose(code: try v("code", code), detail: try v("detail", detail))
    }
  }

  /// The place of this effect among those of one event.
  var rank: Int {
    switch self {
    case .requestDeviceToken: 0
    case .sendRegistration: 1
    case .sendAnalytics: 2
    case .fetchInAppMessages: 3
    case .fetchInboxMessages: 4
    case .showInAppMessage: 5
    case .notifyRegistrationListener: 6
    case .notifyInboxUpdated: 7
    case .refuseInboxRefresh: 8
    case .setTimer: 9
    case .cancelTimer: 10
    case .diagnose: 11
    }
  }
}
