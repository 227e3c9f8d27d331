import EventSourcing
import Platform

extension MobileEngageSDK {
  /// Returns the gates that hold back the effects of this name at an instant; `nil` without gates.
  ///
  /// The gates are those of the very decisions on which the reducer acts.
  public static func gates(
    of effect: MobileEngageEffect.Name, in state: MobileEngageState, at instant: Instant
  ) -> [HeldGate]? {
    switch effect {
    case .sendClient: state.clientDecision(at: instant).held
    case .refreshContactToken: state.refreshDecision(at: instant).held
    case .linkContact: state.decision(ofFirst: .linkContact, at: instant).held
    case .linkAnonymousContact: state.decision(ofFirst: .linkAnonymous, at: instant).held
    case .registerPushToken: state.decision(ofFirst: .registerPushToken, at: instant).held
    case .removePushToken: state.decision(ofFirst: .removePushToken, at: instant).held
    case .sendEvents: state.decision(ofFirst: .event, at: instant).held
    case .reportError, .setTimer, .cancelTimer, .diagnose: nil
    }
  }

  /// The gates that can hold back the effects of this name; none for those without gates.
  public static func gateWords(of effect: MobileEngageEffect.Name) -> [GateWord] {
    callGates(of: effect).map { $0.word }
  }

  private static func callGates(of effect: MobileEngageEffect.Name) -> [CallGate] {
    switch effect {
    case .sendClient:
      [.process, .inFlight, .refresh, .nothingToSend, .offline, .backOff, .retryAfter]
    case .refreshContactToken: [.process, .inFlight, .nothingToSend, .offline]
    case .linkContact, .linkAnonymousContact:
      CallGate.allCases.filter { $0 != .clientState && $0 != .contactToken }
    case .sendEvents: CallGate.allCases.filter { $0 != .clientState }
    case .registerPushToken, .removePushToken: CallGate.allCases
    case .reportError, .setTimer, .cancelTimer, .diagnose: []
    }
  }
}

extension MobileEngageState {
  /// The decision about the first queued call of a kind.
  fileprivate func decision(
    ofFirst kind: CallOrder.Kind, at instant: Instant
  ) -> Decision<CallGate> {
    var position = QueuePosition()
    var found: Decision<CallGate>?
    visitQueue { index in
      let call = queue.calls[index]
      if call.order.kind == kind {
        found = decision(of: call, at: position, instant)
        return false
      }
      if lacking(for: call.order) == nil { position.pass(call.order) }
      return true
    }
    if let found { return found }
    var nothing = idleDecision(at: instant)
    nothing.hold(.nothingToSend, unless: false)
    nothing.hold(.offline, unless: process.isOnline)
    return nothing
  }
}
