import EventSourcing
import MobileEngage
import MobilePush
import Simulation

extension WorldSystem {
  /// The system with a bug: every device of its worlds is installed with that state of the SDK.
  static func faulty(
    _ name: String, _ bug: RealBug, device: SDK.State
  ) -> FaultyMachine<Machine> {
    var world = WorldState<Self>()
    world.devices.updateUntouched { $0 = device }
    return FaultyMachine(name, bug, installed: world)
  }
}

extension MobilePushSystem {
  /// The bugs that public SDKs really had, as this SDK would have them.
  public static let gallery = MobilePushDefect.allCases.map {
    faulty($0.rawValue, $0.bug, device: MobilePushState(with: $0))
  }
}

extension MobileEngageSystem {
  /// The bugs that public SDKs really had, as this SDK would have them.
  public static let gallery = MobileEngageDefect.allCases.map {
    faulty($0.rawValue, $0.bug, device: MobileEngageState(with: $0))
  }
}
