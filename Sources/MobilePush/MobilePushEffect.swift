import EventSourcing

/// The effects of the SDK.
public enum MobilePushEffect: Vocabulary {
  case requestDeviceToken
  indirect case sendRegistration(
    request: Int64, reason: RegistrationReason, body: RegistrationBody)
  case sendAnalytics(request: Int64, batch: [AnalyticsEntry])
  case fetchInAppMessages(request: Int64, reason: InAppFetchReason)
  case fetchInboxMessages(request: Int64, reason: InboxFetchReason)
  case showInAppMessage(id: String, version: Int64)
  indirect case notifyRegistrationListener(listener: String, registration: RegistrationBody)
  case notifyInboxUpdated(unread: Int64)
  case refuseInboxRefresh(retryAt: Instant)
  case setTimer(timer: MobilePushTimer, due: Instant)
  case cancelTimer(timer: MobilePushTimer)
  case diagnose(code: MobilePushDiagnosis, detail: String)

  /// The names of the effects, in the order of the effects of one event.
  public enum Name: CaseText, EffectName {
    case requestDeviceToken = "request_device_token", sendRegistration = "send_registration"
    case sendAnalytics = "send_analytics", fetchInAppMessages = "fetch_in_app_messages"
    case fetchInboxMessages = "fetch_inbox_messages", showInAppMessage = "show_in_app_message"
    case notifyRegistrationListener = "notify_registration_listener"
    case notifyInboxUpdated = "notify_inbox_updated", refuseInboxRefresh = "refuse_inbox_refresh"
    case setTimer = "set_timer", cancelTimer = "cancel_timer", diagnose

    public func word<Made>(_ word: EffectWord<MobilePushEffect, Made>) -> Made {
      switch self {
      case .requestDeviceToken:
        word("Ask the push service for a token.", .request, .requestDeviceToken)
      case .sendRegistration:
        word(
          "Send the record to Engagement.", .request,
          .sendRegistration(request: 1, reason: .first, body: .sample))
      case .sendAnalytics:
        word(
          "Send what was recorded to Engagement.", .request, .sendAnalytics(request: 1, batch: []))
      case .fetchInAppMessages:
        word(
          "Fetch the in-app messages.", .request,
          .fetchInAppMessages(request: 1, reason: .silentPush))
      case .fetchInboxMessages:
        word(
          "Fetch the inbox messages.", .request,
          .fetchInboxMessages(request: 1, reason: .silentPush))
      case .showInAppMessage:
        word("Put an in-app message on screen.", .toApp, .showInAppMessage(id: "", version: 1))
      case .notifyRegistrationListener:
        word(
          "Notify a listener of a registration.", .toApp,
          .notifyRegistrationListener(listener: "", registration: .sample))
      case .notifyInboxUpdated:
        word(
          "Notify the app that its inbox looks different.", .toApp, .notifyInboxUpdated(unread: 0))
      case .refuseInboxRefresh:
        word("Refuse a refresh that comes too soon.", .toApp, .refuseInboxRefresh(retryAt: .sample))
      case .setTimer:
        word("Wake the SDK at an instant.", .timer, .setTimer(timer: .registration, due: .sample))
      case .cancelTimer: word("Forget a timer.", .timer, .cancelTimer(timer: .registration))
      case .diagnose:
        word(
          "Record what was ignored or is questionable.", .internal,
          .diagnose(code: .sample, detail: ""))
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

extension MobilePushEffect {
  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobilePushEffect {
    switch self {
    case .sendRegistration(let request, let reason, let body):
      .sendRegistration(
        request: try v("request", request, "The number of the request; one counter for all kinds."),
        reason: try v("reason", reason, "The reason for the request."),
        body: try v("body", body, "The record as it stands."))
    case .sendAnalytics(let request, let batch):
      .sendAnalytics(
        request: try v("request", request, "The number of the request; one counter for all kinds."),
        batch: try v("batch", batch, "The entries in the order recorded."))
    case .fetchInAppMessages(let request, let reason):
      .fetchInAppMessages(
        request: try v("request", request, "The number of the request; one counter for all kinds."),
        reason: try v("reason", reason, "The reason for the request."))
    case .fetchInboxMessages(let request, let reason):
      .fetchInboxMessages(
        request: try v("request", request, "The number of the request; one counter for all kinds."),
        reason: try v("reason", reason, "The reason for the request."))
    case .showInAppMessage(let id, let version):
      .showInAppMessage(
        id: try v("id", id, "The message's id."),
        version: try v("version", version, "The message's version."))
    case .notifyRegistrationListener(let listener, let registration):
      .notifyRegistrationListener(
        listener: try v("listener", listener, "The name of the listener."),
        registration: try v("registration", registration, "The body that was sent."))
    case .notifyInboxUpdated(let unread):
      .notifyInboxUpdated(unread: try v("unread", unread, "The number of unread messages now."))
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
        code: try v("code", code, "The kind of diagnosis."),
        detail: try v("detail", detail, "The subject of the diagnosis."))
    case .requestDeviceToken: self
    }
  }
}
