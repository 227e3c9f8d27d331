import EventSourcing

/// The gates that may hold analytics back.
public enum AnalyticsGate: Int, Gate {
  case process, featureOff, transition, nothingRecorded, inFlight, offline

  public var word: GateWord {
    switch self {
    case .process: GateWord("process", "The SDK does not run: a launch has to initialize it.", [])
    case .featureOff:
      GateWord("feature_off", "Analytics are switched off in the configuration.", [])
    case .transition:
      GateWord(
        "transition", "Analytics leave as the app comes to the front or leaves it.", ["ANA-1"])
    case .nothingRecorded:
      GateWord("nothing_recorded", "Nothing is recorded that was not acknowledged.", [])
    case .inFlight:
      GateWord("in_flight", "A batch waits for its answer; one is on its way at a time.", ["ANA-3"])
    case .offline:
      GateWord("offline", "The device has no network; analytics wait for the next transition.", [])
    }
  }
}

extension AnalyticsState {
  /// Whether analytics leave now, and what holds them back.
  func decision(_ context: EventContext) -> Decision<AnalyticsGate> {
    var decision = Decision<AnalyticsGate>(at: context.now)
    decision.hold(.process, unless: context.isRunning)
    decision.hold(.featureOff, unless: context.config.recordsAnalytics)
    decision.hold(.transition, unless: owesFlush)
    decision.hold(.nothingRecorded, unless: !queue.value.isEmpty)
    decision.hold(.inFlight, unless: inFlight == nil)
    decision.hold(.offline, unless: context.online)
    return decision
  }
}
