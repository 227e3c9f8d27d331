import EventSourcing

/// What was sent of the record and when the next attempt may leave.
public struct RegistrationState: Equatable, Sendable {
  /// The first change since the body last sent; it waits to leave.
  public internal(set) var changedAt: Instant?
  /// The request that waits for an answer.
  public internal(set) var inFlight: Int64?
  /// When the last attempt left, whatever became of it.
  public internal(set) var lastAttempt: Instant?
  /// How many attempts there were since the install.
  public internal(set) var attempts: Int64 = 0
  /// The body last sent.
  public internal(set) var lastSent: RegistrationBody?
  /// The body last answered 2xx.
  public internal(set) var acknowledged: RegistrationBody?
  /// Whether an attempt was made since the last 2xx; the server may know its body or not.
  public internal(set) var unacknowledged = false
  /// Failures in a row.
  public internal(set) var failures: Int64 = 0
  /// Until when the failures hold the next attempt back.
  public internal(set) var retryAt: Instant?
  /// Whether the server refused the last body, so that only a new change leads to an attempt.
  public internal(set) var refused = false
  /// The timers that are set in this process.
  public internal(set) var timers = RegistrationTimers()

  /// Creates the state of a new install.
  public init() {}
}

/// The timers that are set, with the instants at which they fall due.
public struct RegistrationTimers: StateView {
  /// When a change leaves.
  public internal(set) var registration: Instant?
  /// When an attempt is repeated.
  public internal(set) var registrationRetry: Instant?

  /// Names the timers that are set.
  public init(registration: Instant? = nil, registrationRetry: Instant? = nil) {
    self.registration = registration
    self.registrationRetry = registrationRetry
  }

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("registration", registration, "When a change leaves.")
    _ = try visitor("registration_retry", registrationRetry, "When an attempt is repeated.")
  }
}

/// The registration as specs and traces see it.
struct RegistrationView: StateView {
  private let state: RegistrationState
  private let nextAttempt: Instant?
  private let pending: Bool

  init(_ state: RegistrationState, _ nextAttempt: Instant?, pending: Bool) {
    self.state = state
    self.nextAttempt = nextAttempt
    self.pending = pending
  }

  func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("pending", pending, "Whether a change is not yet acknowledged.")
    _ = try visitor("next_attempt", nextAttempt, "When the next attempt may leave.")
    _ = try visitor("last_attempt", state.lastAttempt, "When the last attempt left.")
    _ = try visitor("last_sent", state.lastSent, "The body last sent.")
    _ = try visitor("failures", state.failures, "Failures in a row.")
    guard visitor.seesDetails else { return }
    _ = try visitor("changed_at", state.changedAt, "The first change that was not sent yet.")
    _ = try visitor("in_flight", state.inFlight, "The request that waits for an answer.")
    _ = try visitor("attempts", state.attempts, "Attempts since the install.")
    _ = try visitor("acknowledged", state.acknowledged, "The body last answered 2xx.")
    _ = try visitor("unacknowledged", state.unacknowledged, "An attempt since the last 2xx.")
    _ = try visitor("retry_at", state.retryAt, "Until when failures hold the next one back.")
    _ = try visitor("refused", state.refused, "Whether only a new change leads to an attempt.")
    try visitor.nested("timers", state.timers, "The timers that are set.")
  }
}
