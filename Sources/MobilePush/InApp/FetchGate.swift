import EventSourcing

/// What may hold a fetch of the in-app messages back.
public enum FetchGate: Int, Gate {
  /// Closed while the SDK does not run.
  case process
  /// Closed while the configuration switches in-app messages off.
  case featureOff
  /// Closed without a network.
  case offline

  public var name: String {
    switch self {
    case .process: "process"
    case .featureOff: "feature_off"
    case .offline: "offline"
    }
  }

  public var summary: String {
    switch self {
    case .process: "The SDK does not run: a launch has to initialize it."
    case .featureOff: "In-app messages are switched off in the configuration."
    case .offline: "The device has no network; the fetch leaves when it is back."
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
