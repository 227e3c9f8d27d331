import EventSourcing
import Live
import MobilePush

extension MobilePushSystem: LiveSystem {
  public static func wallClockChanged(by span: TimeSpan) -> MobilePushWorldEvent? {
    .device(.wallClockChanged(by: span))
  }

  public static func isLastChance(_ event: MobilePushWorldEvent) -> Bool {
    event.name == .device(.appBackgrounded)
  }
}
