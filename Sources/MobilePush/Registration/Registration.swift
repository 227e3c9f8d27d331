import EventSourcing
import Platform

extension MobilePushState {
  /// Changes the record; `change` says whether anything is different (REG-5).
  ///
  /// - Returns: Whether anything is different.
  @discardableResult mutating func changeRecord(
    _ effects: inout Effects<MobilePushEffect>, _ change: (inout RegistrationBody) -> Bool
  ) -> Bool {
    dropUndoneChange()
    guard change(&record) else { return false }
    if registration.changedAt == nil { registration.changedAt = now }
    settleRegistration(&effects)
    return true
  }

  /// Sends the registration if it is due, and otherwise sees to it that the SDK wakes in time.
  mutating func settleRegistration(_ effects: inout Effects<MobilePushEffect>) {
    guard process.isRunning else { return }
    dropUndoneChange()
    switch registrationDecision(at: now).outcome {
    case .go:
      setTimers(RegistrationTimers(), &effects)
      sendRegistration(&effects)
    case .wait(let until):
      let repeats = awaitsRetry && registration.retryAt != nil
      setTimers(
        RegistrationTimers(
          registration: repeats ? nil : until, registrationRetry: repeats ? until : nil),
        &effects)
    case .nothing:
      setTimers(RegistrationTimers(), &effects)
    }
  }

  /// Takes over what became of the attempt in flight; `nil` is no answer.
  mutating func settleAttempt(with answer: Answer?) {
    registration.inFlight = nil
    if let answer, answer.isSuccess {
      // Only what was sent is acknowledged; a change made meanwhile still waits.
      registration.acknowledged = registration.lastSent
      registration.unacknowledged = false
      registration.failures = 0
      registration.retryAt = nil
    } else if let answer, !isRetried(answer) {
      registration.refused = true
      registration.failures = 0
      registration.retryAt = nil
    } else {
      if registration.failures < .max { registration.failures += 1 }
      registration.retryAt = retryInstant(after: answer)
    }
  }

  mutating func fire(_ timer: MobilePushTimer, _ effects: inout Effects<MobilePushEffect>) {
    let due: Instant?
    switch timer {
    case .registration: due = registration.timers.registration
    case .registrationRetry: due = registration.timers.registrationRetry
    }
    guard let due, due <= now else { return effects.diagnose(.unexpectedTimer) }
    switch timer {
    case .registration: registration.timers.registration = nil
    case .registrationRetry: registration.timers.registrationRetry = nil
    }
    settleRegistration(&effects)
  }

  private mutating func sendRegistration(_ effects: inout Effects<MobilePushEffect>) {
    let request = nextRequest()
    let reason: RegistrationReason =
      registration.attempts == 0 ? .first : registration.unacknowledged ? .retry : .changed
    effects.append(.sendRegistration(request: request, reason: reason, body: record))
    for listener in process.listeners {
      effects.append(.notifyRegistrationListener(listener: listener, registration: record))
    }
    registration.changedAt = nil
    registration.inFlight = request
    registration.lastAttempt = now
    if registration.attempts < .max { registration.attempts += 1 }
    registration.lastSent = record
    registration.unacknowledged = true
    registration.refused = false
  }

  private func isRetried(_ answer: Answer) -> Bool {
    switch readings.retryOn {
    case .anyFailure: true
    case .unavailable: ServerStatus(answer.status).isUnavailable
    }
  }

  /// The later of back-off and what the server asks for, which counts for a day at most.
  private func retryInstant(after answer: Answer?) -> Instant {
    let backOff = now + readings.backOff.delay(afterFailures: registration.failures)
    guard let retryAfter = answer?.retryAfter else { return backOff }
    return max(backOff, now + quietTime(retryAfter: retryAfter))
  }

  private mutating func setTimers(
    _ wanted: RegistrationTimers, _ effects: inout Effects<MobilePushEffect>
  ) {
    guard wanted != registration.timers else { return }
    setTimer(
      .registration, from: registration.timers.registration, to: wanted.registration, &effects)
    setTimer(
      .registrationRetry, from: registration.timers.registrationRetry,
      to: wanted.registrationRetry, &effects)
    registration.timers = wanted
  }

  private func setTimer(
    _ timer: MobilePushTimer, from old: Instant?, to new: Instant?,
    _ effects: inout Effects<MobilePushEffect>
  ) {
    guard old != new else { return }
    if let new {
      effects.append(.setTimer(timer: timer, due: new))
    } else {
      effects.append(.cancelTimer(timer: timer))
    }
  }
}
