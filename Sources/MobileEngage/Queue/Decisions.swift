import EventSourcing
import Platform

extension MobileEngageState {
  /// Whether the device's properties leave now, and what holds them back (ME-1).
  ///
  /// They are no part of the queue: they go before all of it, and a failure holds only themselves
  /// back (ME-5).
  func clientDecision(at instant: Instant) -> Decision<CallGate> {
    var decision = calmDecision(at: instant)
    decision.hold(.nothingToSend, unless: client.wanted)
    decision.hold(.offline, unless: online)
    decision.hold(client.attempts)
    return decision
  }

  /// Whether a new contact token is asked for now.
  func refreshDecision(at instant: Instant) -> Decision<CallGate> {
    var decision = Decision<CallGate>(at: instant)
    decision.hold(.process, unless: process.phase.isRunning)
    decision.hold(.inFlight, unless: traffic.inFlight == nil)
    decision.hold(.nothingToSend, unless: traffic.unauthorized != nil)
    decision.hold(.offline, unless: online)
    return decision
  }

  /// Whether a queued call has its turn now, given what stands before it.
  func decision(
    of call: QueuedCall, after turn: Turn, at instant: Instant
  ) -> Decision<CallGate> {
    var decision = calmDecision(at: instant)
    decision.hold(.order, unless: turn.admits(call.order))
    if call.order.isLocal { return decision }
    decision.hold(.offline, unless: online)
    decision.hold(.contactToken, unless: tokens != nil || !call.order.needsToken)
    decision.hold(call.attempts)
    return decision
  }

  /// Shows each queued call in the order of turns, until `visit` says that it has seen enough.
  ///
  /// With events attributed as sent, contact calls come first; otherwise nothing overtakes.
  func inTurn(_ visit: (Int) -> Bool) {
    switch readings.eventAttribution {
    case .tracked:
      for index in queue.indices where !visit(index) { return }
    case .sent:
      for contactFirst in [true, false] {
        for index in queue.indices where queue[index].order.changesContact == contactFirst {
          if !visit(index) { return }
        }
      }
    }
  }

  private func calmDecision(at instant: Instant) -> Decision<CallGate> {
    var decision = Decision<CallGate>(at: instant)
    decision.hold(.process, unless: process.phase.isRunning)
    decision.hold(.inFlight, unless: traffic.inFlight == nil)
    decision.hold(.refresh, unless: traffic.unauthorized == nil)
    return decision
  }
}

/// What stands before a queued call.
struct Turn {
  /// Whether an earlier call could leave, once its own time has come.
  private(set) var isTaken = false

  /// Notes a call that stays where it is; one that lacks a token holds nobody up (ME-13).
  mutating func pass(_ order: CallOrder, hasToken: Bool) {
    if hasToken || !order.needsToken { isTaken = true }
  }

  /// Whether a call may go although the earlier ones have not: no failure holds back the event
  /// that tells of the start (ME-5).
  func admits(_ order: CallOrder) -> Bool { !isTaken || order.isStart }
}

extension Decision where G == CallGate {
  mutating func hold(_ attempts: Attempts) {
    hold(.backOff, until: attempts.retryAt)
    hold(.retryAfter, until: attempts.quietUntil)
  }
}
