import EventSourcing

/// The gates that may hold the request for a device token back.
public enum TokenGate: Int, Gate {
  case process, featureOff, tokenHeld

  public var word: GateWord {
    switch self {
    case .process: GateWord("process", "The SDK does not run: a launch has to initialize it.", [])
    case .featureOff: GateWord("feature_off", "Push is switched off in the configuration.", [])
    case .tokenHeld:
      GateWord("token_held", "This process has asked, and there is a token.", ["PUSH-1"])
    }
  }
}

extension PushState {
  /// Whether a token would be asked for now, and what holds that back.
  func tokenDecision(_ context: EventContext) -> Decision<TokenGate> {
    var decision = Decision<TokenGate>(at: context.now)
    decision.hold(.process, unless: context.isRunning)
    decision.hold(.featureOff, unless: context.config.handlesPush)
    decision.hold(.tokenHeld, unless: !tokenRequested || !context.holdsToken)
    return decision
  }
}
