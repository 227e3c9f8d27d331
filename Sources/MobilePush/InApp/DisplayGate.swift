import EventSourcing
import Platform

/// What may hold the display of an in-app message back, whatever its trigger.
public enum DisplayGate: Int, Gate {
  /// Closed while the configuration switches in-app messages off.
  case featureOff
  /// Closed while the app is not on screen.
  case foreground
  /// Closed while another message is on screen.
  case screen
  /// Closed while dates and limits leave no message.
  case message

  public var name: String {
    switch self {
    case .featureOff: "feature_off"
    case .foreground: "foreground"
    case .screen: "screen"
    case .message: "message"
    }
  }

  public var summary: String {
    switch self {
    case .featureOff: "In-app messages are switched off in the configuration."
    case .foreground: "The app is not on screen."
    case .screen: "Another message is on screen; one is shown at a time."
    case .message: "No downloaded message may be shown now, by its dates and display limit."
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
