import EventSourcing

/// The gates that may hold a fetch of the in-app messages back.
public enum FetchGate: Int, Gate {
  case process, featureOff, offline

  public var word: GateWord {
    switch self {
    case .process: GateWord("process", "The SDK does not run: a launch has to initialize it.", [])
    case .featureOff:
      GateWord("feature_off", "In-app messages are switched off in the configuration.", [])
    case .offline:
      GateWord("offline", "The device has no network; the fetch leaves when it is back.", [])
    }
  }
}

extension InAppState {
  /// Whether a fetch would leave now, and what holds it back.
  func fetchDecision(_ context: EventContext) -> Decision<FetchGate> {
    var decision = Decision<FetchGate>(at: context.now)
    decision.hold(.process, unless: context.isRunning)
    decision.hold(.featureOff, unless: context.config.handlesInApp)
    decision.hold(.offline, unless: context.online)
    return decision
  }
}
