import EventSourcing

/// The gates that may hold a registration back.
public enum RegistrationGate: Int, Gate {
  case process, inFlight, nothingChanged, offline, contactKey, deviceToken, throttle, window,
    backOff

  public var word: GateWord {
    switch self {
    case .process: GateWord("process", "The SDK does not run: a launch has to initialize it.", [])
    case .inFlight:
      GateWord(
        "in_flight", "A registration waits for its answer; one is on its way at a time.", ["REG-9"])
    case .nothingChanged:
      GateWord("nothing_changed", "Nothing has changed since the last attempt.", ["REG-5"])
    case .offline: GateWord("offline", "The device has no network.", [])
    case .contactKey:
      GateWord(
        "contact_key", "The delay flag is set, and the app has not set a contact key.", ["REG-12"])
    case .deviceToken:
      GateWord("device_token", "The first registration waits for a device token.", [])
    case .throttle: GateWord("throttle", "The last attempt is less than a minute ago.", ["REG-3"])
    case .window:
      GateWord(
        "window", "The minute in which changes are gathered is not over.", ["REG-2", "REG-6"])
    case .backOff:
      GateWord("back_off", "The last attempt failed and is not repeated yet.", ["REG-7"])
    }
  }
}

extension RegistrationState {
  /// The least time from the start of one attempt to the start of the next (REG-3), and the longest
  /// time from a change to its attempt (REG-2).
  static let minute = TimeSpan.minutes(1)

  /// Whether a registration leaves now, and what holds it back.
  func decision(_ context: EventContext) -> Decision<RegistrationGate> {
    var decision = readiness(context, at: context.now)
    decision.hold(.process, unless: context.isRunning)
    decision.hold(.offline, unless: context.online)
    return decision
  }

  /// Diagnoses, as a person leaves the app, that nothing leaves for want of a contact key (ENG-13).
  func diagnoseDelay(_ context: EventContext, _ effects: inout NumberedEffects) {
    if decision(context).isClosed(.contactKey) { effects.diagnose(.delayedWithoutContactKey) }
  }

  /// Finds the instant from which the next attempt may leave, given a network and a living process.
  func nextAttempt(_ context: EventContext) -> Instant? {
    switch readiness(context, at: .distantPast).outcome {
    case .wait(let until): until
    case .go, .nothing: nil
    }
  }

  /// Whether a change is not yet acknowledged, in flight included.
  public var isPending: Bool {
    unacknowledged || changedAt != nil && !isAcknowledged
  }

  /// Whether the server knows the record as it stands now.
  var isAcknowledged: Bool {
    // Attributes change most often, and to compare them alone copies no record.
    acknowledged?.value.attributes == record.value.attributes && acknowledged == record
  }

  /// Whether the body last sent is to be sent again without a new change.
  var awaitsRetry: Bool { unacknowledged && !refused }

  /// Finds the instant at which the first unsent change has waited long enough for others.
  func windowEnd(_ readings: MobilePushReadings) -> Instant? {
    guard let changedAt else { return nil }
    switch readings.send {
    case .earliest: return changedAt
    // The first registration of an install is not gathered but sent at once (REG-1).
    case .latest: return attempts == 0 ? changedAt : changedAt + Self.minute
    }
  }

  private func readiness(
    _ context: EventContext, at instant: Instant
  ) -> Decision<RegistrationGate> {
    let delays = context.config.delaysRegistration
    var decision = Decision<RegistrationGate>(at: instant)
    decision.hold(.inFlight, unless: inFlight == nil)
    decision.hold(.nothingChanged, unless: awaitsRetry || changedAt != nil)
    decision.hold(.contactKey, unless: record.value.subscriberKey != nil || !delays)
    decision.hold(.deviceToken, unless: record.value.deviceToken != nil || !waitsForToken(context))
    let isSpaced = !context.has(.registrationsWithinSeconds)
    if isSpaced { decision.hold(.throttle, until: spacingEnd(context.readings)) }
    // A change meanwhile rides on the retry: it neither hastens nor delays it.
    if isSpaced, !awaitsRetry { decision.hold(.window, until: windowEnd(context.readings)) }
    decision.hold(.backOff, until: retryAt)
    return decision
  }

  private func spacingEnd(_ readings: MobilePushReadings) -> Instant? {
    if attempts == 1, !readings.firstCountsTowardThrottle { return nil }
    return lastAttempt.map { $0 + Self.minute }
  }

  /// A device without permission or push gets no token, and registers without one (PUSH-6).
  private func waitsForToken(_ context: EventContext) -> Bool {
    context.readings.firstWaitsForToken && attempts == 0 && context.optedIn
      && context.config.handlesPush
  }
}
