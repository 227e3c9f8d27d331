import EventSourcing
import MobileEngage
import Platform
import Simulation

/// Devices with Mobile Engage and their backend as one machine.
public typealias MobileEngageWorld = DeviceWorld<MobileEngageSystem>
/// What happens in that world.
public typealias MobileEngageWorldEvent = MobileEngageWorld.Event
/// What is ordered in that world.
public typealias MobileEngageWorldEffect = MobileEngageWorld.Effect
/// What that world remembers.
public typealias MobileEngageWorldState = MobileEngageWorld.State

extension MobileEngageSDK: DeviceSDK {}

extension MobileEngageEvent: SDKEvent {
  public var readings: MobileEngageReadings? {
    if case .readingsSet(_, let readings) = self { readings } else { nil }
  }
}

extension MobileEngageSystem {
  public static func requestTimeout(of device: MobileEngageState) -> TimeSpan? {
    device.settings.config.requestTimeout
  }

  /// The one backend.
  public static func backend(of event: MobileEngageBackendEvent.Name) -> String { backend }

  /// The one backend.
  public static func backend(ordering effect: MobileEngageBackendEffect.Name) -> String { backend }

  public static func view(
    of party: String, in state: MobileEngageWorldState, _ visitor: inout some ViewVisitor
  ) {
    if party == backend {
      visitor.show(state.backend.value)
    } else {
      visitor.show(state.device(party))
    }
  }

  public static func backendView(
    in state: MobileEngageWorldState, _ visitor: inout some ViewVisitor
  ) {
    state.backend.value.report(&visitor)
  }
}
