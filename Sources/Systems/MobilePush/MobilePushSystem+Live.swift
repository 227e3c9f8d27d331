import EventSourcing
import Live
import MobilePush
import Platform

extension MobilePushSystem: LiveSystem {
  public static func wallClockChanged(by span: TimeSpan) -> MobilePushWorldEvent? {
    .device(.wallClockChanged(by: span))
  }

  public static func isLastChance(_ event: MobilePushWorldEvent) -> Bool {
    event.name == .device(.appBackgrounded)
  }

  /// The id that the SDK registers under, and the application's.
  public static func senderName(
    _ name: String, of party: String, in state: MobilePushWorldState
  ) -> String {
    let device = state.device(party)
    return switch name {
    case "device": device.knownDevice.deviceID?.text ?? party
    case _: device.config.appID ?? "-"
    }
  }
}
