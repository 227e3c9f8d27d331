import EventSourcing
import Platform

extension MobileEngageEffect {
  public static func sample(of name: Name) -> MobileEngageEffect {
    switch name {
    case .sendClient: .sendClient(.sample, properties: .sample)
    case .linkContact: .linkContact(.sample, fieldID: 3, fieldValue: "")
    case .linkAnonymousContact: .linkAnonymousContact(.sample)
    case .refreshContactToken: .refreshContactToken(.sample, refreshToken: "")
    case .registerPushToken: .registerPushToken(.sample, token: "")
    case .removePushToken: .removePushToken(.sample)
    case .sendEvents: .sendEvents(.sample, events: [])
    case .reportError: .reportError(code: .sample)
    case .setTimer: .setTimer(timer: .retry, due: .sample)
    case .cancelTimer: .cancelTimer(timer: .retry)
    case .diagnose: .diagnose(code: .sample, detail: "")
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
        fieldValue: try v("field_value", fieldValue, "What the contact has in that field."))
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
        code: try v("code", code, "What was found."),
        request: try v("request", request, "The call."),
        status: try v("status", status, "What the server answered."))
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
    }
  }
}
