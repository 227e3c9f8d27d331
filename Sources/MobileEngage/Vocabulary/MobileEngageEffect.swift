import EventSourcing
import Platform

/// What the SDK orders; the order of the cases is the order of the effects of one event.
public enum MobileEngageEffect: Vocabulary {
  /// Send the device's properties (ME-1).
  indirect case sendClient(RequestHead, properties: DeviceChange)
  /// Link the client to a contact (ME-8).
  indirect case linkContact(RequestHead, fieldID: Int64, fieldValue: Personal)
  /// Link the client to an anonymous contact (ME-4, ME-9).
  indirect case linkAnonymousContact(RequestHead)
  /// Ask for a new contact token.
  indirect case refreshContactToken(RequestHead, refreshToken: Personal)
  /// Register a push token (ME-6).
  indirect case registerPushToken(RequestHead, token: Personal)
  /// Remove the push token.
  indirect case removePushToken(RequestHead)
  /// Send events, at least one, in order (ME-5, ME-7).
  indirect case sendEvents(RequestHead, events: [TrackedEvent])
  /// Tell the app that a call came to nothing.
  case reportError(code: ReportedError, request: Int64? = nil, status: Int64? = nil)
  /// Wake the SDK at an instant.
  case setTimer(timer: MobileEngageTimer, due: Instant)
  /// Forget a timer.
  case cancelTimer(timer: MobileEngageTimer)
  /// Write down what was ignored or is questionable.
  case diagnose(code: MobileEngageDiagnosis, detail: String)
}

/// What is reported to the app when a call fails for good.
public enum ReportedError: String, Choice {
  /// The server refused the call, and it is not repeated.
  case requestRefused = "request_refused"
  /// The contact token was refused, and there is nothing to refresh it with.
  case unauthorized
  /// The contact token could not be refreshed.
  case refreshFailed = "refresh_failed"
}

extension MobileEngageEffect {
  /// The number of the request; `nil` for what is no request.
  public var request: Int64? {
    switch self {
    case .sendClient(let head, _), .linkContact(let head, _, _), .linkAnonymousContact(let head),
      .refreshContactToken(let head, _), .registerPushToken(let head, _),
      .removePushToken(let head), .sendEvents(let head, _):
      head.request
    case .reportError, .setTimer, .cancelTimer, .diagnose: nil
    }
  }
}
