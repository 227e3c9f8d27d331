import EventSourcing
import Platform

/// The device's record, what was sent of it, and when the next attempt may leave.
public struct RegistrationState: Hashable, Sendable {
  /// The record as it stands now.
  public private(set) var record = Shared(RegistrationBody.initial)
  /// The tags of the device, with their origins.
  public private(set) var tags = DeviceTags()
  /// The first change since the body last sent; it waits to leave.
  public private(set) var changedAt: Instant?
  /// The request that waits for an answer.
  public private(set) var inFlight: Int64?
  /// The instant of the last attempt, whatever became of it.
  public private(set) var lastAttempt: Instant?
  /// The number of attempts since the install.
  public private(set) var attempts: Int64 = 0
  /// The body last sent.
  public private(set) var lastSent: Shared<RegistrationBody>?
  /// The body last answered 2xx.
  public private(set) var acknowledged: Shared<RegistrationBody>?
  /// Whether an attempt was made since the last 2xx; the server may know its body or not.
  public private(set) var unacknowledged = false
  /// The number of failures in a row.
  public private(set) var failures: Int64 = 0
  /// The instant until which the failures delay the next attempt.
  public private(set) var retryAt: Instant?
  /// Whether the server refused the last body, so that only a new change leads to an attempt.
  public private(set) var refused = false
  /// The timers that are set in this process.
  public private(set) var timers = RegistrationTimers()
  /// The listeners of this process, in the order in which they were added (REG-14).
  public private(set) var listeners: [String] = []

  /// Changes the record; `change` says whether anything is different (REG-5).
  ///
  /// - Returns: Whether anything is different.
  @discardableResult
  mutating func changeRecord(
    _ context: EventContext, _ effects: inout NumberedEffects,
    _ change: (inout RegistrationBody) -> Bool
  ) -> Bool {
    forgetUndoneChange(at: context)
    guard record.updateIfChanged(change) else { return false }
    if changedAt == nil { changedAt = context.now }
    sendIfDue(context, &effects)
    return true
  }

  /// Makes the install itself the first change, which is due at once (REG-1).
  mutating func beginInstall(at now: Instant) {
    if attempts == 0, changedAt == nil { changedAt = now }
  }

  /// Changes the tags.
  ///
  /// - Returns: The tags of the record as they are then.
  mutating func changeTags(_ change: (inout DeviceTags) -> Void) -> [ExactText] {
    change(&tags)
    return tags.all
  }

  /// Sends the record if that is due, and otherwise sets the timer for when it will be.
  mutating func sendIfDue(_ context: EventContext, _ effects: inout NumberedEffects) {
    guard context.isRunning else { return }
    forgetUndoneChange(at: context)
    switch decision(context).outcome {
    case .go:
      timers.set(RegistrationTimers(), &effects)
      send(context, &effects)
    case .wait(let until):
      let repeats = awaitsRetry && retryAt != nil
      timers.set(
        RegistrationTimers(
          registration: repeats ? nil : until, registrationRetry: repeats ? until : nil),
        &effects)
    case .nothing:
      timers.set(RegistrationTimers(), &effects)
    }
  }

  /// Ends the attempt in flight; `nil` is no answer.
  mutating func attemptEnded(
    with answer: Answer?, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    inFlight = nil
    if let answer, answer.isSuccess {
      // Only what was sent is acknowledged; a change made meanwhile still waits.
      acknowledged = lastSent
      unacknowledged = false
      failures = 0
      retryAt = nil
    } else if let answer, !isRetried(answer, context.readings) {
      // It is not repeated; a change that follows still leaves the server alone for that long.
      refused = true
      failures = 0
      retryAt = answer.retryAfter.map { context.now + quietTime(retryAfter: $0) }
    } else {
      failures.countUp()
      retryAt = retryInstant(after: answer, context)
    }
    sendIfDue(context, &effects)
  }

  mutating func timerFired(
    _ timer: MobilePushTimer, _ context: EventContext, _ effects: inout NumberedEffects
  ) {
    guard timers.fire(timer, at: context.now) else { return effects.diagnose(.unexpectedTimer) }
    sendIfDue(context, &effects)
  }

  mutating func addListener(_ listener: String, _ effects: inout NumberedEffects) {
    guard !listeners.contains(listener) else {
      return effects.diagnose(.listenerUnchanged, listener)
    }
    listeners.append(listener)
  }

  mutating func removeListener(_ listener: String, _ effects: inout NumberedEffects) {
    guard let index = listeners.firstIndex(of: listener) else {
      return effects.diagnose(.listenerUnchanged, listener)
    }
    listeners.remove(at: index)
  }

  /// Forgets timers and listeners; the outcome of the attempt in flight stays unknown.
  mutating func processEnded() {
    inFlight = nil
    timers = RegistrationTimers()
    listeners = []
  }

  /// Forgets all but what the system says of the device: to Engagement it is a new one.
  mutating func reinstalled(pushEnabled: Bool) {
    var body = record.value
    tags.reinstalled()
    body.subscriberKey = nil
    body.deviceToken = nil
    body.deviceID = nil
    body.registrationID = nil
    body.etAppID = nil
    body.attributes = []
    body.tags = tags.all
    body.pushEnabled = pushEnabled
    let tags = tags
    self = RegistrationState()
    self.tags = tags
    record = Shared(body)
  }

  /// Forgets that something waits to leave or to be repeated.
  mutating func forgetPending() {
    changedAt = nil
    unacknowledged = false
    failures = 0
    retryAt = nil
  }

  private mutating func send(_ context: EventContext, _ effects: inout NumberedEffects) {
    let request = effects.nextRequest()
    let reason: RegistrationReason =
      attempts == 0 ? .first : unacknowledged ? .retry : .changed
    effects.append(.sendRegistration(request: request, reason: reason, body: record.value))
    for listener in listeners {
      effects.append(.notifyRegistrationListener(listener: listener, registration: record.value))
    }
    changedAt = nil
    inFlight = request
    lastAttempt = context.now
    attempts.countUp()
    lastSent = record
    unacknowledged = true
    refused = false
  }

  /// Forgets a change that was undone before it left (REG-5).
  ///
  /// It is forgotten only once it would have left: until then another change may follow, and
  /// the minute counts from the first of them (REG-2).
  private mutating func forgetUndoneChange(at context: EventContext) {
    guard let window = windowEnd(context.readings), !unacknowledged, window <= context.now,
      isAcknowledged
    else { return }
    changedAt = nil
  }

  private func isRetried(_ answer: Answer, _ readings: MobilePushReadings) -> Bool {
    switch readings.retryOn {
    case .anyFailure: true
    case .unavailable: ServerStatus(answer.status).isUnavailable
    }
  }

  /// The later of back-off and what the server asks for, which counts for a day at most.
  private func retryInstant(after answer: Answer?, _ context: EventContext) -> Instant {
    let backOff = context.now + context.readings.backOff.delay(afterFailures: failures)
    guard let retryAfter = answer?.retryAfter else { return backOff }
    return max(backOff, context.now + quietTime(retryAfter: retryAfter))
  }
}

extension RegistrationState: Record {
  public static var sample: RegistrationState { RegistrationState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RegistrationState {
    var stored = self
    stored.record = try visitor("record", record, "The record as it stands now.")
    stored.tags = try visitor("tags", tags, "The record's tags, with their origins.")
    stored.changedAt = try visitor("changed_at", changedAt, "The first change that waits to leave.")
    stored.inFlight = try visitor("in_flight", inFlight, "The request that waits for an answer.")
    stored.lastAttempt = try visitor("last_attempt", lastAttempt, "When the last attempt left.")
    stored.attempts = try visitor(
      "attempts", attempts, "The number of attempts since the install.")
    stored.lastSent = try visitor("last_sent", lastSent, "The body last sent.")
    stored.acknowledged = try visitor("acknowledged", acknowledged, "The body last answered 2xx.")
    stored.unacknowledged = try visitor(
      "unacknowledged", unacknowledged, "Whether an attempt was made since the last 2xx.")
    stored.failures = try visitor("failures", failures, "Failures in a row.")
    stored.retryAt = try visitor(
      "retry_at", retryAt, "Until when the failures hold the next attempt back.")
    stored.refused = try visitor("refused", refused, "Whether the server refused the last body.")
    stored.timers = try visitor("timers", timers, "The timers that are set.")
    stored.listeners = try visitor("listeners", listeners, "The listeners of this process.")
    return stored
  }
}
