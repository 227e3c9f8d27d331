import EventSourcing

extension MobilePushState {
  /// Least time from the start of one attempt to the start of the next (REG-3), and most time
  /// from a change to its attempt (REG-2).
  static let minute = TimeSpan.seconds(60)

  /// Whether a registration leaves now, and what holds it back.
  func registrationDecision(at instant: Instant) -> Decision<RegistrationGate> {
    var decision = readiness(at: instant)
    decision.hold(.process, unless: process.isRunning)
    decision.hold(.offline, unless: system.online)
    return decision
  }

  /// When the next attempt may leave, given a network and a living process.
  public var nextAttempt: Instant? {
    switch readiness(at: .distantPast).outcome {
    case .wait(let until): until
    case .go, .nothing: nil
    }
  }

  /// Whether a change is not yet acknowledged, in flight included.
  public var isPending: Bool {
    registration.unacknowledged
      || registration.changedAt != nil && record != registration.acknowledged
  }

  /// Forgets a change that was undone before it left (REG-5).
  ///
  /// It is forgotten only once it would have left: until then another change may follow, and
  /// the minute counts from the first of them (REG-2).
  mutating func dropUndoneChange() {
    guard let window = windowEnd, !registration.unacknowledged, window <= now,
      record == registration.acknowledged
    else { return }
    registration.changedAt = nil
  }

  /// Whether the body last sent is to be sent again without a new change.
  var awaitsRetry: Bool { registration.unacknowledged && !registration.refused }

  private func readiness(at instant: Instant) -> Decision<RegistrationGate> {
    var decision = Decision<RegistrationGate>(at: instant)
    decision.hold(.inFlight, unless: registration.inFlight == nil)
    decision.hold(.nothingChanged, unless: awaitsRetry || registration.changedAt != nil)
    decision.hold(.contactKey, unless: record.subscriberKey != nil || !config.delaysRegistration)
    decision.hold(.deviceToken, unless: record.deviceToken != nil || !waitsForToken)
    decision.hold(.throttle, until: spacingEnd)
    if awaitsRetry {
      // A change meanwhile rides on the retry: it neither hastens nor delays it.
      decision.hold(.backOff, until: registration.retryAt)
    } else {
      decision.hold(.window, until: windowEnd)
    }
    return decision
  }

  private var windowEnd: Instant? {
    guard let changedAt = registration.changedAt else { return nil }
    switch readings.send {
    case .earliest: return changedAt
    // The first registration of an install is not gathered but sent at once (REG-1).
    case .latest: return registration.attempts == 0 ? changedAt : changedAt + Self.minute
    }
  }

  private var spacingEnd: Instant? {
    if registration.attempts == 1, !readings.firstCountsTowardThrottle { return nil }
    return registration.lastAttempt.map { $0 + Self.minute }
  }

  /// A device without permission or push gets no token, and registers without one (PUSH-6).
  private var waitsForToken: Bool {
    readings.firstWaitsForToken && registration.attempts == 0 && system.optedIn
      && config.handlesPush
  }
}
