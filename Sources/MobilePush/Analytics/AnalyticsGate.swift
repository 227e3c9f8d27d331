import EventSourcing

/// What may hold analytics back.
public enum AnalyticsGate: Int, Gate {
  /// Closed while the SDK does not run.
  case process
  /// Closed while the configuration switches analytics off.
  case featureOff
  /// Closed except as the app comes to the front or leaves it, and while a flush is owed.
  case transition
  /// Closed while the queue is empty.
  case nothingRecorded
  /// Closed while a batch waits for its answer.
  case inFlight
  /// Closed without a network.
  case offline

  public var name: String {
    switch self {
    case .process: "process"
    case .featureOff: "feature_off"
    case .transition: "transition"
    case .nothingRecorded: "nothing_recorded"
    case .inFlight: "in_flight"
    case .offline: "offline"
    }
  }

  public var summary: String {
    switch self {
    case .process: "The SDK does not run: a launch has to initialize it."
    case .featureOff: "Analytics are switched off in the configuration."
    case .transition: "Analytics leave as the app comes to the front or leaves it (ANA-1)."
    case .nothingRecorded: "Nothing is recorded that was not acknowledged."
    case .inFlight: "A batch waits for its answer; one is on its way at a time."
    case .offline: "The device has no network; analytics wait for the next transition."
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
    decision.hold(.nothingRecorded, unless: !queue.isEmpty)
    decision.hold(.inFlight, unless: inFlight == nil)
    decision.hold(.offline, unless: context.online)
    return decision
  }
}
