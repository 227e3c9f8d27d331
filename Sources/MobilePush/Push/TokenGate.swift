import EventSourcing

/// What may hold the request for a device token back.
public enum TokenGate: Int, Gate {
  /// Closed while the SDK does not run.
  case process
  /// Closed while the configuration switches push off.
  case featureOff
  /// Closed once this process has asked, while a token is held.
  case tokenHeld

  public var name: String {
    switch self {
    case .process: "process"
    case .featureOff: "feature_off"
    case .tokenHeld: "token_held"
    }
  }

  public var summary: String {
    switch self {
    case .process: "The SDK does not run: a launch has to initialize it."
    case .featureOff: "Push is switched off in the configuration."
    case .tokenHeld: "This process has asked, and there is a token (PUSH-1)."
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
