import EventSourcing
import Live
import MobilePush
import Platform
import Simulation

extension LiveSystem where Self: WorldSystem {
  public static func wallClockChanged(by span: TimeSpan) -> Machine.Event? {
    .device(.wallClockChanged(by: span))
  }

  public static func isLastChance(_ event: Machine.Event) -> Bool {
    event.name == .device(SDK.Event.appBackgrounded.name)
  }
}

extension MobilePushSystem: LiveSystem {
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

extension MobileEngageSystem: LiveSystem {}
