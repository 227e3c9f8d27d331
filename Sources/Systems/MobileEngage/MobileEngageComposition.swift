import EventSourcing
import MobileEngage

/// Devices with Mobile Engage and the backend that takes their calls.
public enum MobileEngageComposition: Composition {
  public typealias SDK = MobileEngageSDK
  public typealias Backend = MobileEngageBackend

  public static func reduce(
    _ device: inout MobileEngageState, _ event: MobileEngageEvent, at instant: Instant,
    into effects: inout Effects<MobileEngageEffect>
  ) {
    MobileEngageSDK.reduce(&device, event, at: instant, into: &effects)
  }

  public static func readings(setBy event: MobileEngageEvent) -> MobileEngageReadings? {
    if case .readingsSet(_, let readings) = event { readings } else { nil }
  }

  public static func requestTimeout(of device: MobileEngageState) -> TimeSpan? {
    device.settings.config.requestTimeout
  }
}

/// Devices with Mobile Engage and their backend as one machine.
public typealias MobileEngageWorld = DeviceWorld<MobileEngageComposition>
/// What happens in that world.
public typealias MobileEngageWorldEvent = MobileEngageWorld.Event
/// What is ordered in that world.
public typealias MobileEngageWorldEffect = MobileEngageWorld.Effect
/// What that world remembers.
public typealias MobileEngageWorldState = MobileEngageWorld.State
