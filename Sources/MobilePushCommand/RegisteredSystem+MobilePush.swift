import Commands
import SystemProperties
import Systems

// All verbs are specialised for the system here. Each system has a module of its own, so that the
// two are compiled in parallel.
extension RegisteredSystem {
  /// The Salesforce Marketing Cloud SDK and its backends, for the command.
  public static var mobilePush: RegisteredSystem { RegisteredSystem(MobilePushSystem.self) }
}
