import EventSourcing
import Platform
import Properties
import Simulation
import Systems

/// The meaning of a device's records, for claims about its timers and requests.
protocol DeviceRecords: WorldSystem, SearchableSystem {
  /// Returns the meaning of an event for the process of the device.
  static func meaning(of event: Machine.Event) -> DeviceEvent

  /// The meaning of an effect for timers and requests.
  static func meaning(of effect: Machine.Effect) -> DeviceEffect
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
