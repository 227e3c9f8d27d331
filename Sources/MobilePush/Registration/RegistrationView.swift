import EventSourcing

/// The registration as specs and traces see it.
struct RegistrationView: StateView {
  private let state: RegistrationState
  private let nextAttempt: Instant?

  init(_ state: RegistrationState, nextAttempt: Instant?) {
    self.state = state
    self.nextAttempt = nextAttempt
  }

  func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("pending", state.isPending, "Whether a change is not yet acknowledged.")
    _ = try visitor("next_attempt", nextAttempt, "When the next attempt may leave.")
    _ = try visitor("last_attempt", state.lastAttempt, "When the last attempt left.")
    _ = try visitor("last_sent", state.lastSent, "The body last sent.")
    _ = try visitor("failures", state.failures, "Failures in a row.")
    guard visitor.seesDetails else { return }
    _ = try visitor("record", state.record, "The whole record as it would be sent.")
    _ = try visitor("app_tags", state.tags.byApp, "The tags that the app added.")
    _ = try visitor("android", state.tags.isAndroid, "Whether the platform is Android.")
    _ = try visitor("debug_build", state.tags.debugBuild, "Whether this is a debug build.")
    _ = try visitor("changed_at", state.changedAt, "The first change that was not sent yet.")
    _ = try visitor("in_flight", state.inFlight, "The request that waits for an answer.")
    _ = try visitor("attempts", state.attempts, "Attempts since the install.")
    _ = try visitor("acknowledged", state.acknowledged, "The body last answered 2xx.")
    _ = try visitor("unacknowledged", state.unacknowledged, "An attempt since the last 2xx.")
    _ = try visitor("retry_at", state.retryAt, "Until when failures hold the next one back.")
    _ = try visitor("refused", state.refused, "Whether only a new change leads to an attempt.")
    try visitor.nested("timers", state.timers, "The timers that are set.")
    _ = try visitor("listeners", state.listeners, "The listeners, in the order added.")
  }
}
