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
        request: try v("request", request, "The number of the request; one counter for all kinds."),
        reason: try v("reason", reason, "What it is sent or fetched for."),
        body: try v("body", body, "The record as it stands."))
    case .sendAnalytics(let request, let batch):
      .sendAnalytics(
        request: try v("request", request, "The number of the request; one counter for all kinds."),
        batch: try v("batch", batch, "The entries in the order recorded."))
    case .fetchInAppMessages(let request, let reason):
      .fetchInAppMessages(
        request: try v("request", request, "The number of the request; one counter for all kinds."),
        reason: try v("reason", reason, "What it is sent or fetched for."))
    case .fetchInboxMessages(let request, let reason):
      .fetchInboxMessages(
        request: try v("request", request, "The number of the request; one counter for all kinds."),
        reason: try v("reason", reason, "What it is sent or fetched for."))
    case .showInAppMessage(let id, let version):
      .showInAppMessage(
        id: try v("id", id, "The message's id."),
        version: try v("version", version, "The message's version."))
    case .notifyRegistrationListener(let listener, let registration):
      .notifyRegistrationListener(
        listener: try v("listener", listener, "The name of the listener."),
        registration: try v("registration", registration, "The body that was sent."))
    case .notifyInboxUpdated(let unread):
      .notifyInboxUpdated(unread: try v("unread", unread, "How many are unread now."))
    case .refuseInboxRefresh(let retryAt):
      .refuseInboxRefresh(
        retryAt: try v("retry_at", retryAt, "From when one is allowed."))
    case .setTimer(let timer, let due):
      .setTimer(
        timer: try v("timer", timer, "The name of the timer."),
        due: try v("due", due, "When it fires."))
    case .cancelTimer(let timer):
      .cancelTimer(timer: try v("timer", timer, "The name of the timer."))
    case .diagnose(let code, let detail):
      .diagnose(
        code: try v("code", code, "What was found."),
        detail: try v("detail", detail, "What it is about."))
    case .requestDeviceToken: self
    }
  }
}
