import EventSourcing
import Platform
import Properties
import Simulation
import Systems

/// The meaning of a device's records, for claims about its timers and requests.
protocol DeviceRecords: SearchableSystem {
  /// The events of a device: its process, its timers and its requests are among them.
  static var deviceEvents: [Machine.Event.Name] { get }
  /// The effects of a device, but for those that only write something down.
  static var deviceEffects: [Machine.Effect.Name] { get }

  /// Returns the meaning of an event for the process of the device.
  static func meaning(of event: Machine.Event) -> DeviceEvent

  /// The meaning of an effect for timers and requests.
  static func meaning(of effect: Machine.Effect) -> DeviceEffect
}

extension WorldSystem {
  static var deviceEvents: [Machine.Event.Name] { SDK.Event.Name.allCases.map { .device($0) } }

  static var deviceEffects: [Machine.Effect.Name] {
    SDK.Effect.Name.allCases.filter { $0.role != .internal }.map { .device($0) }
  }
}

/// The meaning of an event for the process of a device.
enum DeviceEvent: Hashable {
  case launch(LaunchState, initialized: Bool), end
  /// The device restarts, and no SDK initializes until it is unlocked.
  case restart, unlock
  /// A timer, by its number.
  case timer(Int)
  /// The outcome of a request.
  case outcome(request: Int64)
  case other
}

/// The meaning of an effect for timers and requests.
enum DeviceEffect: Hashable {
  case request(Int64)
  case set(Int, due: Instant)
  case cancel(Int)
  case other
}
