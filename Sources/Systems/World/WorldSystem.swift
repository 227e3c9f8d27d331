import EventSourcing
import Platform
import Simulation

/// The system of a world: what holds for the SDK of any device stands here once.
public protocol WorldSystem: System, Composition
where Machine == DeviceWorld<Self>, Device == DeviceProfile {
  /// The backend to which events of this name happen, or that they are about.
  static func backend(of event: Backend.Event.Name) -> String

  /// The backend that orders effects of this name.
  static func backend(ordering effect: Backend.Effect.Name) -> String
}

extension WorldSystem {
  public static func failed(
    _ request: Int64, _ failure: NetworkFailure
  ) -> Machine.Event? { .device(.requestFailed(request: request, reason: failure)) }

  public static func connectivityChanged(online: Bool) -> Machine.Event? {
    .device(.connectivityChanged(online: online))
  }

  /// Every field has a value.
  public static func defaultDevice(named name: String) -> DeviceProfile {
    DeviceProfile(
      deviceID: Personal("device-\(name)"), registrationID: Personal("registration-\(name)"),
      optedIn: true,
      DeviceChange(
        platform: "iOS", platformVersion: "18.2", appVersion: "1.0.0", sdkVersion: "9.0.0",
        hardware: "iPhone17", locale: "en_US", language: "en_US", timeZone: 0, dst: false,
        locationEnabled: false, proximityEnabled: false, quietPushEnabled: false, debug: false))
  }

  /// The devices, and the one backend to which an event of a backend happens.
  public static func parties(of event: Machine.Event.Name) -> RecordingParties {
    switch event {
    case .device, .network: .devices
    case .backend(let own): own.role == .backendDevice ? .devices : .backend(backend(of: own))
    }
  }

  /// The devices, and the one backend that orders an effect; it records under the devices' name
  /// what they have a name for.
  public static func parties(ordering effect: Machine.Effect.Name) -> RecordingParties {
    switch effect {
    case .device(let own):
      Backend.Effect.Name.allCases.filter { $0.description == own.description }
        .reduce(.devices) { $0.union(.backend(backend(ordering: $1))) }
    case .backend(let own): .backend(backend(ordering: own))
    }
  }

  public static func gates(
    of effect: Machine.Effect.Name, by party: String, in state: Machine.State, at now: Instant
  ) -> [HeldGate]? {
    switch effect {
    case .device(let effect): SDK.gates(of: effect, in: state.device(party), at: now)
    case .backend: nil
    }
  }
}
