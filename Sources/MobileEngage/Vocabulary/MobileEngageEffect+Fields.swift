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
      .sendClient(try head.fields(&v), properties: try v("properties", properties))
    case .linkContact(let head, let fieldID, let fieldValue):
      .linkContact(
        try head.fields(&v), fieldID: try v("field_id", fieldID),
        fieldValue: try v("field_value", fieldValue))
    case .linkAnonymousContact(let head):
      .linkAnonymousContact(try head.fields(&v))
    case .refreshContactToken(let head, let refreshToken):
      .refreshContactToken(
        try head.fields(&v), refreshToken: try v("refresh_token", refreshToken))
    case .registerPushToken(let head, let token):
      .registerPushToken(try head.fields(&v), token: try v("token", token))
    case .removePushToken(let head):
      .removePushToken(try head.fields(&v))
    case .sendEvents(let head, let events):
      .sendEvents(try head.fields(&v), events: try v("events", events))
    case .reportError(let code, let request, let status):
      .reportError(
        code: try v("code", code), request: try v("request", request, "The call."),
        status: try v("status", status, "What the server answered."))
    case .setTimer(let timer, let due):
      .setTimer(timer: try v("timer", timer), due: try v("due", due))
    case .cancelTimer(let timer):
      .cancelTimer(timer: try v("timer", timer))
    case .diagnose(let code, let detail):
      .diagnose(code: try v("code", code), detail: try v("detail", detail))
    }
  }
}
