import MobilePush
import Simulation

extension MobilePushSystem {
  /// The parties to which events of this name happen.
  public static func parties(of event: MobilePushWorldEvent.Name) -> RecordingParties {
    switch event {
    case .device, .network, .backend(.pushService(.tokenInvalidated)): .devices
    case .backend(.engagement): .backend(engagement)
    case .backend(.pushService): .backend(pushService)
    }
  }

  /// The parties that order effects of this name.
  public static func parties(ordering effect: MobilePushWorldEffect.Name) -> RecordingParties {
    switch effect {
    // Engagement's own diagnoses are recorded as those of a device.
    case .device(.diagnose): .devices.union(.backend(engagement))
    case .device: .devices
    case .backend(.engagement): .backend(engagement)
    case .backend(.pushService): .backend(pushService)
    }
  }
}
