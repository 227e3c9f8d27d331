import EventSourcing

/// The parties under whose names the events or effects of one name are recorded.
public struct RecordingParties: Equatable, Sendable {
  /// Whether every device is one.
  public let devices: Bool
  /// The backends that are.
  public let backends: [String]

  /// Every device, and no backend.
  public static let devices = RecordingParties(devices: true, backends: [])

  /// One backend alone.
  public static func backend(_ name: String) -> RecordingParties {
    RecordingParties(devices: false, backends: [name])
  }

  /// The parties of either.
  public func union(_ other: RecordingParties) -> RecordingParties {
    RecordingParties(
      devices: devices || other.devices,
      backends: backends + other.backends.filter { !backends.contains($0) })
  }
}

extension System {
  /// The names of the effects that specs observe unless they say otherwise: what leaves the process
  /// of a device or reaches the app.
  public static var observedEffects: [String] {
    Machine.Effect.Name.allCases.filter { name in
      switch name.role {
      case .request, .toApp: parties(ordering: name).devices
      case .timer, .internal: false
      }
    }.map { $0.description }
  }
}
