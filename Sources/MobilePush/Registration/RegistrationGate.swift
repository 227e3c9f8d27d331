import EventSourcing

/// What may hold a registration back.
public enum RegistrationGate: Int, Gate {
  /// Closed while the SDK does not run.
  case process
  /// Closed while an attempt waits for its answer.
  case inFlight
  /// Closed while there is nothing new to send and nothing to repeat.
  case nothingChanged
  /// Closed without a network.
  case offline
  /// Closed under the delay flag until a contact key is set.
  case contactKey
  /// Closed under the reading `first_waits_for_token` until a token came.
  case deviceToken
  /// Closed for a minute from the start of each attempt.
  case throttle
  /// Closed for a minute from a first change, under the reading `send: latest`.
  case window
  /// Closed after a failure for as long as the schedule says.
  case backOff

  public var name: String {
    switch self {
    case .process: "process"
    case .inFlight: "in_flight"
    case .nothingChanged: "nothing_changed"
    case .offline: "offline"
    case .contactKey: "contact_key"
    case .deviceToken: "device_token"
    case .throttle: "throttle"
    case .window: "window"
    case .backOff: "back_off"
    }
  }

  public var summary: String {
    switch self {
    case .process: "The SDK does not run: a launch has to initialize it."
    case .inFlight: "A registration waits for its answer; one is on its way at a time."
    case .nothingChanged: "Nothing has changed since the last attempt."
    case .offline: "The device has no network."
    case .contactKey: "The delay flag is set, and the app has not set a contact key (REG-12)."
    case .deviceToken: "The first registration waits for a device token."
    case .throttle: "The last attempt is less than a minute ago (REG-3)."
    case .window: "The minute in which changes are gathered is not over (REG-2, REG-6)."
    case .backOff: "The last attempt failed and is not repeated yet (REG-7)."
    }
  }
}
