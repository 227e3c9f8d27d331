import EventSourcing
import MobilePush

/// Devices with MobilePush, Engagement and the push service.
public enum MobilePushComposition: Composition {
  public typealias SDK = MobilePushSDK
  public typealias Backend = MobilePushBackend

  public static func reduce(
    _ device: inout MobilePushState, _ event: MobilePushEvent, at instant: Instant,
    into effects: inout Effects<MobilePushEffect>
  ) {
    MobilePushSDK.reduce(&device, event, at: instant, into: &effects)
  }

  public static func readings(setBy event: MobilePushEvent) -> MobilePushReadings? {
    if case .readingsSet(_, let readings) = event { readings } else { nil }
  }

  public static func setReadings(
    _ readings: MobilePushReadings, in backend: inout MobilePushBackend.State
  ) {
    backend.engagement.update { engagement in
      engagement.propagation = readings.propagation
      engagement.keylessContact = readings.keylessContact
    }
  }

  /// Whether the user permits notifications: the system keeps that, so the push service knows it
  /// without the app.
  public static func fact(of device: MobilePushState) -> Bool { device.push.optedIn }

  public static func factChanged(
    _ optedIn: Bool, of party: String, in backend: inout MobilePushBackend.State
  ) {
    backend.pushService.update { $0.permissionChanged(of: party, optedIn: optedIn) }
  }

  public static func networkChanged(
    of party: String, online: Bool, in backend: inout MobilePushBackend.State
  ) {
    backend.pushService.update { $0.connectionChanged(of: party, reachable: online) }
  }

  public static func recorded(
    _ effect: MobilePushBackendEffect
  ) -> WorldEffect<MobilePushEffect, MobilePushBackendEffect> {
    if case .engagement(.diagnose(let code, let detail)) = effect {
      .device(.diagnose(code: code, detail: detail))
    } else {
      .backend(effect)
    }
  }

  public static func requestTimeout(of device: MobilePushState) -> TimeSpan? {
    device.config.requestTimeout
  }
}

/// Devices with MobilePush and their backends as one machine.
public typealias MobilePushWorld = DeviceWorld<MobilePushComposition>
/// What happens in that world.
public typealias MobilePushWorldEvent = MobilePushWorld.Event
/// What is ordered in that world.
public typealias MobilePushWorldEffect = MobilePushWorld.Effect
/// What that world remembers.
public typealias MobilePushWorldState = MobilePushWorld.State
