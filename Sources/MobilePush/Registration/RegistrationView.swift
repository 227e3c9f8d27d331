import EventSourcing

/// The registration as specs and traces see it.
///
/// Public, as visitors of other modules are specialised for public parts alone.
public struct RegistrationView: StateView {
  private let state: RegistrationState
  private let nextAttempt: Instant?

  init(_ state: RegistrationState, nextAttempt: Instant?) {
    self.state = state
    self.nextAttempt = nextAttempt
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.derived { visitor in
      visitor.field("pending", state.isPending, "Whether a change is not yet acknowledged.")
    }
    visitor.field(
      "next_attempt", nextAttempt, "When the next attempt may leave.", counts: .future)
    visitor.field(
      "last_attempt", state.lastAttempt, "When the last attempt left.",
      counts: .window(RegistrationState.minute))
    visitor.field("last_sent", state.lastSent, "The body last sent.")
    visitor.field("failures", state.failures, "Failures in a row.")
  }

  public func details(_ visitor: inout some ViewVisitor) {
    visitor.field("record", state.record, "The whole record as it would be sent.")
    visitor.field("app_tags", state.tags.byApp, "The tags that the app added.")
    visitor.field("android", state.tags.isAndroid, "Whether the platform is Android.")
    visitor.field("debug_build", state.tags.debugBuild, "Whether this is a debug build.")
    visitor.field(
      "changed_at", state.changedAt, "The first change that was not sent yet.",
      counts: .window(RegistrationState.minute))
    visitor.field("in_flight", state.inFlight, "The request that waits for an answer.")
    visitor.field("attempts", state.attempts, "Attempts since the install.")
    visitor.field("acknowledged", state.acknowledged, "The body last answered 2xx.")
    visitor.field("unacknowledged", state.unacknowledged, "An attempt since the last 2xx.")
    visitor.field(
      "retry_at", state.retryAt, "Until when failures hold the next one back.", counts: .future)
    visitor.field("refused", state.refused, "Whether only a new change leads to an attempt.")
    visitor.nested("timers", state.timers, "The timers that are set.")
    visitor.field("listeners", state.listeners, "The listeners, in the order added.")
  }
}
