import Commands
import SystemProperties
import Systems

// What runs per event is specialised for the system here. Each has a file of its own, so that the
// code of the two is generated in parallel.
extension RegisteredSystem {
  /// The Emarsys SDK, for the command.
  public static let mobileEngage = RegisteredSystem(
    MobileEngageSystem.self, gallery: MobileEngageSystem.gallery)
}
