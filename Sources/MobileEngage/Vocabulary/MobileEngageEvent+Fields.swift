import EventSourcing
import Platform

extension MobileEngageEvent {
  // One switch, so that the compiler asks for every case; it is as long as the vocabulary.
  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobileEngageEvent {
    switch self {
    case .readingsSet(let profile, let readings):
      .readingsSet(
        profile: try v("profile", profile, "The name of the profile."),
        readings: try v("readings", readings, "All readings that hold from now on."))
    case .appLaunched(let state, let device, let config):
      .appLaunched(
        state: try v("state", state, default: .foreground, "Who started it: user or system."),
        device: try v("device", device, "What changed about the device since last time."),
        config: try v("config", config, "What changed in the configuration since last time."))
    case .deviceChanged(let change):
      .deviceChanged(try change.fields(&v))
    case .pushTokenReceived(let token):
      .pushTokenReceived(token: try v("token", token, "The push token."))
    case .contactSet(let fieldID, let value):
      .contactSet(
        fieldID: try v("field_id", fieldID, "The configured one if left out."),
        value: try v("value", value, "What the contact has in that field."))
    case .eventTracked(let name, let attributes):
      .eventTracked(
        name: try v("name", name, "The name of the event."),
        attributes: try v("attributes", attributes, "What the app knows about the event."))
    case .applicationCodeChanged(let code):
      .applicationCodeChanged(code: try v("code", code, "The new application code."))
    case .connectivityChanged(let online):
      .connectivityChanged(online: try v("online", online, "Whether there is a network now."))
    case .wallClockChanged(let by):
      .wallClockChanged(by: try v("by", by, "How far it went; backwards if negative."))
    case .responseReceived(let request, let answer):
      .responseReceived(
        request: try v("request", request, "The number of the request."),
        answer: try answer.fields(&v))
    case .requestFailed(let request, let reason):
      .requestFailed(
        request: try v("request", request, "The number of the request."),
        reason: try v("reason", reason, "Why no answer came."))
    case .timerFired(let timer):
      .timerFired(timer: try v("timer", timer, "The name of the timer."))
    case .appForegrounded, .appBackgrounded, .appForceClosed, .processTerminated, .pushTokenCleared,
      .contactCleared:
      self
    }
  }
}
