import EventSourcing
import Platform

/// The effects of the SDK.
public enum MobileEngageEffect: Vocabulary {
  indirect case sendClient(RequestHead, properties: DeviceChange)
  indirect case linkContact(RequestHead, fieldID: Int64, fieldValue: Personal)
  indirect case linkAnonymousContact(RequestHead)
  indirect case refreshContactToken(RequestHead, refreshToken: Personal)
  indirect case registerPushToken(RequestHead, token: Personal)
  indirect case removePushToken(RequestHead)
  indirect case sendEvents(RequestHead, events: [TrackedEvent])
  case reportError(code: ReportedError, request: Int64? = nil, status: Int64? = nil)
  case setTimer(timer: MobileEngageTimer, due: Instant)
  case cancelTimer(timer: MobileEngageTimer)
  case diagnose(code: MobileEngageDiagnosis, detail: String)

  /// The names of the effects, in the order of the effects of one event.
  public enum Name: CaseText, EffectName {
    case sendClient = "send_client", linkContact = "link_contact"
    case linkAnonymousContact = "link_anonymous_contact"
    case refreshContactToken = "refresh_contact_token", registerPushToken = "register_push_token"
    case removePushToken = "remove_push_token", sendEvents = "send_events"
    case reportError = "report_error", setTimer = "set_timer", cancelTimer = "cancel_timer"
    case diagnose

    public func word<Made>(_ word: EffectWord<MobileEngageEffect, Made>) -> Made {
      switch self {
      case .sendClient:
        word("Send the device's properties.", .request, .sendClient(.sample, properties: .sample))
      case .linkContact:
        word(
          "Link the client to a contact.", .request,
          .linkContact(.sample, fieldID: 3, fieldValue: ""))
      case .linkAnonymousContact:
        word("Link the client to an anonymous contact.", .request, .linkAnonymousContact(.sample))
      case .refreshContactToken:
        word(
          "Ask for a new contact token.", .request, .refreshContactToken(.sample, refreshToken: ""))
      case .registerPushToken:
        word("Register the push service's token.", .request, .registerPushToken(.sample, token: ""))
      case .removePushToken:
        word("Remove the push service's token.", .request, .removePushToken(.sample))
      case .sendEvents:
        word("Send events, at least one, in order.", .request, .sendEvents(.sample, events: []))
      case .reportError:
        word("Tell the app that a call came to nothing.", .toApp, .reportError(code: .sample))
      case .setTimer:
        word("Wake the SDK at an instant.", .timer, .setTimer(timer: .retry, due: .sample))
      case .cancelTimer: word("Forget a timer.", .timer, .cancelTimer(timer: .retry))
      case .diagnose:
        word(
          "Write down what was ignored or is questionable.", .internal,
          .diagnose(code: .sample, detail: ""))
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

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobileEngageEffect {
    switch self {
    case .sendClient(let head, let properties):
      .sendClient(
        try head.fields(&v),
        properties: try v("properties", properties, "The device and the app as they are."))
    case .linkContact(let head, let fieldID, let fieldValue):
      .linkContact(
        try head.fields(&v),
        fieldID: try v("field_id", fieldID, "The field by which the contact is known."),
        fieldValue: try v("field_value", fieldValue, "The contact's value in that field."))
    case .linkAnonymousContact(let head):
      .linkAnonymousContact(try head.fields(&v))
    case .refreshContactToken(let head, let refreshToken):
      .refreshContactToken(
        try head.fields(&v),
        refreshToken: try v("refresh_token", refreshToken, "The token that the last link brought."))
    case .registerPushToken(let head, let token):
      .registerPushToken(try head.fields(&v), token: try v("token", token, "The push token."))
    case .removePushToken(let head):
      .removePushToken(try head.fields(&v))
    case .sendEvents(let head, let events):
      .sendEvents(
        try head.fields(&v), events: try v("events", events, "The events in the order tracked."))
    case .reportError(let code, let request, let status):
      .reportError(
        code: try v("code", code, "The kind of error."),
        request: try v("request", request, "The call."),
        status: try v("status", status, "The status of the answer."))
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
    }
  }
}

/// An error that the app is told when a call fails for good.
public enum ReportedError: String, Choice {
  /// The server refused the call, and it is not repeated.
  case requestRefused = "request_refused"
  /// The contact token was refused, and there is nothing to refresh it with.
  case unauthorized
  /// The contact token could not be refreshed.
  case refreshFailed = "refresh_failed"
}
