import EventSourcing

/// The SDK of a device, as every world runs it.
public protocol DeviceSDK: Reducer
where State: Record, Event: SDKEvent, Event.Readings == Readings {
  /// Folds an event where the state stands: a record of its own would be a copy for each event.
  static func reduce(
    _ state: inout State, _ event: Event, at instant: Instant, into effects: inout Effects<Effect>)

  /// What holds back the effects of this name at an instant; `nil` for those without gates.
  static func gates(
    of effect: Effect.Name, in state: State, at instant: Instant
  ) -> [HeldGate]?
}

/// The events that any SDK has: the harness, the system and the network bring them about.
public protocol SDKEvent: Vocabulary {
  /// The choices where the documents disagree or are silent.
  associatedtype Readings

  /// The readings that the event sets for every later device; `nil` for all other events.
  var readings: Readings? { get }

  /// The device lost its network or got it back.
  static func connectivityChanged(online: Bool) -> Self
  /// The wall clock was set.
  static func wallClockChanged(by: TimeSpan) -> Self
  /// The app left the screen.
  static var appBackgrounded: Self { get }
  /// A request was not answered.
  static func requestFailed(request: Int64, reason: NetworkFailure) -> Self
}
