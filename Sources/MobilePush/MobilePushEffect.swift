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
  /// Notify a listener of a registration, with the body sent (REG-14).
  indirect case notifyRegistrationListener(listener: String, registration: RegistrationBody)
  /// Notify the app that its inbox looks different.
  case notifyInboxUpdated(unread: Int64)
  /// Refuse a refresh and say from when one is allowed (INBOX-4).
  case refuseInboxRefresh(retryAt: Instant)
  /// Wake the SDK at an instant.
  case setTimer(timer: MobilePushTimer, due: Instant)
  /// Forget a timer.
  case cancelTimer(timer: MobilePushTimer)
  /// Record what was ignored or is questionable.
  case diagnose(code: MobilePushDiagnosis, detail: String)
}

extension MobilePushEffect {
  public static func sample(of name: Name) -> MobilePushEffect {
    switch name {
    case .requestDeviceToken: .requestDeviceToken
    case .sendRegistration: .sendRegistration(request: 1, reason: .first, body: .sample)
    case .sendAnalytics: .sendAnalytics(request: 1, batch: [])
    case .fetchInAppMessages: .fetchInAppMessages(request: 1, reason: .silentPush)
    case .fetchInboxMessages: .fetchInboxMessages(request: 1, reason: .silentPush)
    case .showInAppMessage: .showInAppMessage(id: "", version: 1)
    case .notifyRegistrationListener:
      .notifyRegistrationListener(listener: "", registration: .sample)
    case .notifyInboxUpdated: .notifyInboxUpdated(unread: 0)
    case .refuseInboxRefresh: .refuseInboxRefresh(retryAt: .sample)
    case .setTimer: .setTimer(timer: .registration, due: .sample)
    case .cancelTimer: .cancelTimer(timer: .registration)
    case .diagnose: .diagnose(code: .sample, detail: "")
    }
  }

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobilePushEffect {
    switch self {
    case .sendRegistration(let request, let reason, let body):
      .sendRegistration(
        request: try v("request", request), reason: try v("reason", reason),
        body: try v("body", body))
    case .sendAnalytics(let request, let batch):
      .sendAnalytics(request: try v("request", request), batch: try v("batch", batch))
    case .fetchInAppMessages(let request, let reason):
      .fetchInAppMessages(
        request: try v("request", request), reason: try v("reason", reason))
    case .fetchInboxMessages(let request, let reason):
      .fetchInboxMessages(
        request: try v("request", request), reason: try v("reason", reason))
    case .showInAppMessage(let id, let version):
      .showInAppMessage(id: try v("id", id), version: try v("version", version))
    case .notifyRegistrationListener(let listener, let registration):
      .notifyRegistrationListener(
        listener: try v("listener", listener), registration: try v("registration", registration))
    case .notifyInboxUpdated(let unread):
      .notifyInboxUpdated(unread: try v("unread", unread, "How many are unread now."))
    case .refuseInboxRefresh(let retryAt):
      .refuseInboxRefresh(
        retryAt: try v("retry_at", retryAt, "From when one is allowed."))
    case .setTimer(let timer, let due):
      .setTimer(timer: try v("timer", timer), due: try v("due", due))
    case .cancelTimer(let timer):
      .cancelTimer(timer: try v("timer", timer))
    case .diagnose(let code, let detail):
      .diagnose(code: try v("code", code), detail: try v("detail", detail))
    case .requestDeviceToken: self
    }
  }
}
