import Commands
import SystemProperties
import Systems

// What runs per event is specialised for the system here. Each has a file of its own, so that the
// code of the two is generated in parallel.
extension RegisteredSystem {
  /// The Salesforce Marketing Cloud SDK and its backends, for the command.
  public static let mobilePush = RegisteredSystem(
    MobilePushSystem.self, gallery: MobilePushSystem.gallery)
}
