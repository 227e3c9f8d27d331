import EventSourcing
import Live
import MobileEngage

extension MobileEngageSystem: LiveSystem {
  public static func wallClockChanged(by span: TimeSpan) -> MobileEngageWorldEvent? {
    .device(.wallClockChanged(by: span))
  }

  public static func isLastChance(_ event: MobileEngageWorldEvent) -> Bool {
    event.name == .device(.appBackgrounded)
  }
}
