import EventSourcing
import Platform

/// The events of the Mobile Engage SDK on one device.
public enum MobileEngageEvent: Vocabulary {
  indirect case readingsSet(profile: String, readings: MobileEngageReadings)
  indirect case appLaunched(
    state: LaunchState = .foreground, device: DeviceProfile? = nil,
    config: MobileEngageConfig? = nil)
  case appForegrounded, appBackgrounded, appForceClosed, processTerminated
  case appReinstalled(data: StoredData = .none)
  case deviceRestarted, deviceUnlocked
  indirect case deviceChanged(DeviceChange)
  case pushTokenReceived(token: Personal)
  case pushTokenCleared
  case contactSet(fieldID: Int64? = nil, value: Nullable<Personal>)
  case contactCleared
  case eventTracked(name: String, attributes: TextMap<AttributeValue>? = nil)
  case applicationCodeChanged(code: String)
  case connectivityChanged(online: Bool)
  case wallClockChanged(by: TimeSpan)
  indirect case responseReceived(request: Int64, answer: MobileEngageAnswer)
  case requestFailed(request: Int64, reason: NetworkFailure)
  case timerFired(timer: MobileEngageTimer)

  /// The names of the events, in the order of the documentation.
  public enum Name: CaseText, EventName {
    case readingsSet = "readings_set", appLaunched = "app_launched"
    case appForegrounded = "app_foregrounded", appBackgrounded = "app_backgrounded"
    case appForceClosed = "app_force_closed", processTerminated = "process_terminated"
    case appReinstalled = "app_reinstalled"
    case deviceRestarted = "device_restarted", deviceUnlocked = "device_unlocked"
    case deviceChanged = "device_changed", pushTokenReceived = "push_token_received"
    case pushTokenCleared = "push_token_cleared", contactSet = "contact_set"
    case contactCleared = "contact_cleared", eventTracked = "event_tracked"
    case applicationCodeChanged = "application_code_changed"
    case connectivityChanged = "connectivity_changed", wallClockChanged = "wall_clock_changed"
    case responseReceived = "response_received", requestFailed = "request_failed"
    case timerFired = "timer_fired"

    public func word<Made>(_ word: EventWord<MobileEngageEvent, Made>) -> Made {
      switch self {
      case .readingsSet:
        word(
          "The harness chose the profile and the readings.", .harness,
          .readingsSet(profile: "", readings: .sample))
      case .appLaunched: word("A process of the app started.", .processStart, .appLaunched())
      case .appForegrounded:
        word("The user brought the app to the front.", .outside, .appForegrounded)
      case .appBackgrounded:
        word("The app left the screen; its process lives on.", .outside, .appBackgrounded)
      case .appForceClosed:
        word("The user ended the process.", .processEnd(by: .user), .appForceClosed)
      case .processTerminated:
        word("The system ended the process.", .processEnd(by: .system), .processTerminated)
      case .appReinstalled:
        word(
          "The app was installed anew, its data wiped, or restored onto another device.",
          .processEnd(by: .reinstallation), .appReinstalled())
      case .deviceRestarted:
        word(
          "The device restarted; until it is unlocked no storage can be read.",
          .processEnd(by: .system), .deviceRestarted)
      case .deviceUnlocked:
        word("The user unlocked the device for the first time since.", .outside, .deviceUnlocked)
      case .deviceChanged:
        word("The system changed something about the device.", .outside, .deviceChanged(.sample))
      case .pushTokenReceived:
        word(
          "The app handed over the push service's token.", .outside, .pushTokenReceived(token: ""))
      case .pushTokenCleared: word("The app no longer wants pushes.", .outside, .pushTokenCleared)
      case .contactSet: word("The user signed in.", .outside, .contactSet(value: ""))
      case .contactCleared: word("The user signed out.", .outside, .contactCleared)
      case .eventTracked:
        word("The app tracked an event of its own.", .outside, .eventTracked(name: ""))
      case .applicationCodeChanged:
        word(
          "The app goes on under another application code.", .outside,
          .applicationCodeChanged(code: ""))
      case .connectivityChanged:
        word(
          "The device lost its network or got it back.", .outside,
          .connectivityChanged(online: true))
      case .wallClockChanged:
        word(
          "The wall clock was set; the log's clock is not affected.", .outside,
          .wallClockChanged(by: .zero))
      case .responseReceived:
        word("A request was answered.", .inside, .responseReceived(request: 1, answer: .sample))
      case .requestFailed:
        word("A request was not answered.", .inside, .requestFailed(request: 1, reason: .offline))
      case .timerFired: word("A timer fell due.", .inside, .timerFired(timer: .retry))
      }
    }
  }

  public var name: Name {
    switch self {
    case .readingsSet: .readingsSet
    case .appLaunched: .appLaunched
    case .appForegrounded: .appForegrounded
    case .appBackgrounded: .appBackgrounded
    case .appForceClosed: .appForceClosed
    case .processTerminated: .processTerminated
    case .appReinstalled: .appReinstalled
    case .deviceRestarted: .deviceRestarted
    case .deviceUnlocked: .deviceUnlocked
    case .deviceChanged: .deviceChanged
    case .pushTokenReceived: .pushTokenReceived
    case .pushTokenCleared: .pushTokenCleared
    case .contactSet: .contactSet
    case .contactCleared: .contactCleared
    case .eventTracked: .eventTracked
    case .applicationCodeChanged: .applicationCodeChanged
    case .connectivityChanged: .connectivityChanged
    case .wallClockChanged: .wallClockChanged
    case .responseReceived: .responseReceived
    case .requestFailed: .requestFailed
    case .timerFired: .timerFired
    }
  }

  // One switch, so that the compiler asks for every case; it is as long as the vocabulary.
  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobileEngageEvent {
    switch self {
    case .readingsSet(let profile, let readings):
      .readingsSet(
        profile: try v("profile", profile, "The name of the profile."),
        readings: try v("readings", readings, "All readings that hold from now on."))
    case .appLaunched(let state, let device, let config):
      .appLaunched(
        state: try v("state", state, default: .foreground, "Whether the app comes to the screen."),
        device: try v("device", device, "The changes of the device since last time."),
        config: try v("config", config, "The changes of the configuration since last time."))
    case .appReinstalled(let data):
      .appReinstalled(
        data: try v("data", data, default: .none, "The data that the app finds."))
    case .deviceChanged(let change):
      .deviceChanged(try change.fields(&v))
    case .pushTokenReceived(let token):
      .pushTokenReceived(token: try v("token", token, "The push token."))
    case .contactSet(let fieldID, let value):
      .contactSet(
        fieldID: try v("field_id", fieldID, "The configured one if left out."),
        value: try v("value", value, "The contact's value in that field."))
    case .eventTracked(let name, let attributes):
      .eventTracked(
        name: try v("name", name, "The name of the event."),
        attributes: try v("attributes", attributes, "The app's data about the event."))
    case .applicationCodeChanged(let code):
      .applicationCodeChanged(code: try v("code", code, "The new application code."))
    case .connectivityChanged(let online):
      .connectivityChanged(online: try v("online", online, "Whether there is a network now."))
    case .wallClockChanged(let by):
      .wallClockChanged(by: try v("by", by, "The time that it moved; backwards if negative."))
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
    case .appForegrounded, .appBackgrounded, .appForceClosed, .processTerminated, .deviceRestarted,
      .deviceUnlocked, .pushTokenCleared, .contactCleared:
      self
    }
  }
}

/// The timers of the SDK.
public enum MobileEngageTimer: String, Choice {
  /// The instant at which failed calls are tried again.
  case retry
}
