import EventSourcing
import Platform

/// What may hold the display of an in-app message back, whatever its trigger.
public enum DisplayGate: Int, Gate {
  case featureOff, foreground, screen, message

  public var word: (name: String, summary: String) {
    switch self {
    case .featureOff: ("feature_off", "In-app messages are switched off in the configuration.")
    case .foreground: ("foreground", "The app is not on screen.")
    case .screen: ("screen", "Another message is on screen; one is shown at a time.")
    case .message:
      ("message", "No downloaded message may be shown now, by its dates and display limit.")
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
}
