import MobileEngage
import Simulation

extension MobileEngageSystem {
  /// Which parties an event of this name can happen to.
  public static func parties(of event: MobileEngageWorldEvent.Name) -> RecordingParties {
    switch event {
    case .device, .network, .backend(.tokenInvalidated): .devices
    case .backend: .backend(backend)
    }
  }

  /// Which parties can order an effect of this name.
  public static func parties(ordering effect: MobileEngageWorldEffect.Name) -> RecordingParties {
    switch effect {
    case .device: .devices
    case .backend: .backend(backend)
    }
  }
}
