import EventSourcing
import Platform

extension MobileEngageEffect {
  public static let samples: [MobileEngageEffect] = [
    .sendClient(.sample, properties: .sample), .linkContact(.sample, fieldID: 3, fieldValue: ""),
    .linkAnonymousContact(.sample), .refreshContactToken(.sample, refreshToken: ""),
    .registerPushToken(.sample, token: ""), .removePushToken(.sample),
    .sendEvents(.sample, events: []), .reportError(code: .sample),
    .setTimer(timer: .retry, due: .sample), .cancelTimer(timer: .retry),
    .diagnose(code: .sample, detail: ""),
  ]

  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobileEngageEffect {
    switch self {
    case .sendClient(let head, let properties):
      v.word("send_client", "Send the device's properties.")
      return .sendClient(try head.fields(&v), properties: try v("properties", properties))
    case .linkContact(let head, let fieldID, let fieldValue):
      v.word("link_contact", "Link the client to a contact.")
      return .linkContact(
        try head.fields(&v), fieldID: try v("field_id", fieldID),
        fieldValue: try v("field_value", fieldValue))
    case .linkAnonymousContact(let head):
      v.word("link_anonymous_contact", "Link the client to an anonymous contact.")
      return .linkAnonymousContact(try head.fields(&v))
    case .refreshContactToken(let head, let refreshToken):
      v.word("refresh_contact_token", "Ask for a new contact token.")
      return .refreshContactToken(
        try head.fields(&v), refreshToken: try v("refresh_token", refreshToken))
    case .registerPushToken(let head, let token):
      v.word("register_push_token", "Register the push service's token.")
      return .registerPushToken(try head.fields(&v), token: try v("token", token))
    case .removePushToken(let head):
      v.word("remove_push_token", "Remove the push service's token.")
      return .removePushToken(try head.fields(&v))
    case .sendEvents(let head, let events):
      v.word("send_events", "Send events, at least one, in order.")
      return .sendEvents(try head.fields(&v), events: try v("events", events))
    case .reportError(let code, let request, let status):
      v.word("report_error", "Tell the app that a call came to nothing.")
      return .reportError(
        code: try v("code", code), request: try v("request", request, "The call."),
        status: try v("status", status, "What the server answered."))
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
}
