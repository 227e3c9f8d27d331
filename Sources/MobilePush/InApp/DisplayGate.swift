import EventSourcing
import Platform

/// The gates that may hold the display of an in-app message back, whatever its trigger.
public enum DisplayGate: Int, Gate {
  case featureOff, foreground, screen, message

  public var word: GateWord {
    switch self {
    case .featureOff:
      GateWord("feature_off", "In-app messages are switched off in the configuration.", [])
    case .foreground: GateWord("foreground", "The app is not on screen.", [])
    case .screen:
      GateWord("screen", "Another message is on screen; one is shown at a time.", ["IAM-5"])
    case .message:
      GateWord(
        "message", "No downloaded message may be shown now, by its dates and display limit.",
        ["IAM-5"])
    }
  }
}

extension InAppState {
  /// Whether a trigger could show a message now, and what holds it back.
  func displayDecision(_ context: EventContext) -> Decision<DisplayGate> {
    var decision = Decision<DisplayGate>(at: context.now)
    decision.hold(.featureOff, unless: context.config.handlesInApp)
    decision.hold(.foreground, unless: context.phase == .foreground)
    decision.hold(.screen, unless: showing == nil)
    decision.hold(
      .message, unless: messages.contains { $0.mayBeShown(at: context.wallClock) })
    return decision
  }

  /// Returns the gates that hold a display back, with the facts about each message.
  func heldDisplay(_ context: EventContext) -> [HeldGate] {
    displayDecision(context).held.map { gate in
      var gate = gate
      if gate.word == DisplayGate.screen.word, let showing { gate.values = ["\(showing) is shown"] }
      if gate.word == DisplayGate.message.word { gate.values = messages.map { $0.limits } }
      return gate
    }
  }
}

extension StoredInAppMessage {
  /// The number of times that it was shown, its display limit, and whether it has dates.
  fileprivate var limits: String {
    let limit = message.displayLimit.map { " of \($0)" } ?? ""
    let dates = message.start != nil || message.end != nil ? " with dates" : ""
    return "\(message.id)\(dates): displays \(displays)\(limit)"
  }
}
