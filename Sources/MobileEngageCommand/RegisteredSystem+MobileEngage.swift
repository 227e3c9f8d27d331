import Commands
import Systems

// A module of its own, because all verbs are specialised for the system here: beside the other
// system, on another core.
extension RegisteredSystem {
  /// The Emarsys SDK, for the command.
  public static var mobileEngage: RegisteredSystem { RegisteredSystem(MobileEngageSystem.self) }
}
