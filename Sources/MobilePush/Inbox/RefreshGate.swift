import EventSourcing

/// The gates that may hold back a fetch that the app asks for.
public enum RefreshGate: Int, Gate {
  case process, featureOff, offline, limit

  public var word: GateWord {
    switch self {
    case .process: GateWord("process", "The SDK does not run: a launch has to initialize it.", [])
    case .featureOff: GateWord("feature_off", "The inbox is switched off in the configuration.", [])
    case .offline: GateWord("offline", "The device has no network.", [])
    case .limit: GateWord("limit", "The last refresh is less than a minute ago.", ["INBOX-4"])
    }
  }
}

extension InboxState {
  /// Whether a refresh would leave now, and what holds it back.
  func refreshDecision(_ context: EventContext) -> Decision<RefreshGate> {
    var decision = Decision<RefreshGate>(at: context.now)
    decision.hold(.process, unless: context.isRunning)
    decision.hold(.featureOff, unless: context.config.handlesInbox)
    decision.hold(.offline, unless: context.online)
    decision.hold(.limit, until: refreshLimitEnd)
    return decision
  }

  /// The least time between two refreshes (INBOX-4).
  static let minute = TimeSpan.minutes(1)

  /// The instant from which a refresh is allowed again.
  var refreshLimitEnd: Instant? { limitedSince.map { $0 + Self.minute } }
}
