import EventSourcing

extension MobileEngageEvent {
  /// The names of the events, in the order of the documentation.
  public enum Name: CaseName {
    case readingsSet, appLaunched, appForegrounded, appBackgrounded, appForceClosed,
      processTerminated, deviceChanged, pushTokenReceived, pushTokenCleared, contactSet,
      contactCleared, eventTracked, applicationCodeChanged, connectivityChanged, wallClockChanged,
      responseReceived, requestFailed, timerFired

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .readingsSet: ("readings_set", "The harness chose the profile and the readings.")
      case .appLaunched: ("app_launched", "A process of the app started.")
      case .appForegrounded: ("app_foregrounded", "The user brought the app to the front.")
      case .appBackgrounded: ("app_backgrounded", "The app left the screen; its process lives on.")
      case .appForceClosed: ("app_force_closed", "The user ended the process.")
      case .processTerminated: ("process_terminated", "The system ended the process.")
      case .deviceChanged: ("device_changed", "The system changed something about the device.")
      case .pushTokenReceived:
        ("push_token_received", "The app handed over the push service's token.")
      case .pushTokenCleared: ("push_token_cleared", "The app no longer wants pushes.")
      case .contactSet: ("contact_set", "The user signed in.")
      case .contactCleared: ("contact_cleared", "The user signed out.")
      case .eventTracked: ("event_tracked", "The app tracked an event of its own.")
      case .applicationCodeChanged:
        ("application_code_changed", "The app goes on under another application code.")
      case .connectivityChanged:
        ("connectivity_changed", "The device lost its network or got it back.")
      case .wallClockChanged:
        ("wall_clock_changed", "The wall clock was set; the log's clock is not affected.")
      case .responseReceived: ("response_received", "A request was answered.")
      case .requestFailed: ("request_failed", "A request was not answered.")
      case .timerFired: ("timer_fired", "A timer fell due.")
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
}
