import MobileEngage
import Simulation

extension MobileEngageSystem {
  /// The parties to which events of this name happen.
  public static func parties(of event: MobileEngageWorldEvent.Name) -> RecordingParties {
    switch event {
    case .device, .network, .backend(.tokenInvalidated): .devices
    case .backend: .backend(backend)
    }
  }

  /// The parties that order effects of this name.
  public static func parties(ordering effect: MobileEngageWorldEffect.Name) -> RecordingParties {
    switch effect {
    case .device: .devices
    case .backend: .backend(backend)
    }
  }
}
