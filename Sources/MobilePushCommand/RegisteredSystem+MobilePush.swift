import Commands
import Systems

// A module of its own, because all verbs are specialised for the system here: beside the other
// system, on another core.
extension RegisteredSystem {
  /// The Salesforce Marketing Cloud SDK and its backends, for the command.
  public static var mobilePush: RegisteredSystem { RegisteredSystem(MobilePushSystem.self) }
}
