import EventSourcing
import Platform

extension MobileEngageEvent {
  public static let samples: [MobileEngageEvent] = [
    .readingsSet(profile: "", readings: .sample), .appLaunched(), .appForegrounded,
    .appBackgrounded, .appForceClosed, .processTerminated, .deviceChanged(.sample),
    .pushTokenReceived(token: ""), .pushTokenCleared, .contactSet(value: ""), .contactCleared,
    .eventTracked(name: ""), .applicationCodeChanged(code: ""),
    .connectivityChanged(online: true), .wallClockChanged(by: .zero),
    .responseReceived(request: 1, answer: .sample), .requestFailed(request: 1, reason: .offline),
    .timerFired(timer: .retry),
  ]

  // One switch, so that the compiler asks for every case; it is as long as the vocabulary.
  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobileEngageEvent {
    switch self {
    case .readingsSet(let profile, let readings):
      v.word("readings_set", "The harness chose the profile and the readings.")
      return .readingsSet(
        profile: try v("profile", profile), readings: try v("readings", readings))
    case .appLaunched(let state, let device, let config):
      v.word("app_launched", "A process of the app started.")
      return .appLaunched(
        state: try v("state", state, standard: .foreground, "Who started it: user or system."),
        device: try v("device", device, "What changed about the device since last time."),
        config: try v("config", config, "What changed in the configuration since last time."))
    case .appForegrounded:
      v.word("app_foregrounded", "The user brought the app to the front.")
      return .appForegrounded
    case .appBackgrounded:
      v.word("app_backgrounded", "The app left the screen; its process lives on.")
      return .appBackgrounded
    case .appForceClosed:
      v.word("app_force_closed", "The user ended the process.")
      return .appForceClosed
    case .processTerminated:
      v.word("process_terminated", "The system ended the process.")
      return .processTerminated
    case .deviceChanged(let change):
      v.word("device_changed", "The system changed something about the device.")
      return .deviceChanged(try change.fields(&v))
    case .pushTokenReceived(let token):
      v.word("push_token_received", "The app handed over the push service's token.")
      return .pushTokenReceived(token: try v("token", token))
    case .pushTokenCleared:
      v.word("push_token_cleared", "The app no longer wants pushes.")
      return .pushTokenCleared
    case .contactSet(let fieldID, let value):
      v.word("contact_set", "The user signed in.")
      return .contactSet(
        fieldID: try v("field_id", fieldID, "The configured one if left out."),
        value: try v("value", value, "What the contact has in that field."))
    case .contactCleared:
      v.word("contact_cleared", "The user signed out.")
      return .contactCleared
    case .eventTracked(let name, let attributes):
      v.word("event_tracked", "The app tracked an event of its own.")
      return .eventTracked(name: try v("name", name), attributes: try v("attributes", attributes))
    case .applicationCodeChanged(let code):
      v.word("application_code_changed", "The app goes on under another application code.")
      return .applicationCodeChanged(code: try v("code", code))
    case .connectivityChanged(let online):
      v.word("connectivity_changed", "The device lost its network or got it back.")
      return .connectivityChanged(online: try v("online", online))
    case .wallClockChanged(let by):
      v.word("wall_clock_changed", "The wall clock was set; the log's clock is not affected.")
      return .wallClockChanged(by: try v("by", by, "How far it went; backwards if negative."))
    case .responseReceived(let request, let answer):
      v.word("response_received", "A request was answered.")
      return .responseReceived(request: try v("request", request), answer: try answer.fields(&v))
    case .requestFailed(let request, let reason):
      v.word("request_failed", "A request was not answered.")
      return .requestFailed(request: try v("request", request), reason: try v("reason", reason))
    case .timerFired(let timer):
      v.word("timer_fired", "A timer fell due.")
      return .timerFired(timer: try v("timer", timer))
    }
  }
}
