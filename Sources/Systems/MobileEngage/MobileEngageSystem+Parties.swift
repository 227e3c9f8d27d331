import MobileEngage
import Simulation

extension MobileEngageSystem {
  public static func parties(of event: MobileEngageWorldEvent.Name) -> RecordingParties {
    switch event {
    case .device, .network, .backend(.tokenInvalidated): .devices
    case .backend: .backend(backend)
    }
  }

  public static func parties(ordering effect: MobileEngageWorldEffect.Name) -> RecordingParties {
    switch effect {
    case .device: .devices
    case .backend: .backend(backend)
    }
  }
}
