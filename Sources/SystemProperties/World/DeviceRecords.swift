import EventSourcing
import Properties
import Simulation
import Systems

/// What the harness has to know of a device's records to judge its timers and requests.
protocol DeviceRecords: SearchableSystem {
  /// The events of a device: its process, its timers and its requests are among them.
  static var deviceEvents: [Machine.Event.Name] { get }
  /// The effects of a device, but for those that only write something down.
  static var deviceEffects: [Machine.Effect.Name] { get }

  /// What an event means to the process of the device.
  static func meaning(of event: Machine.Event) -> DeviceEvent

  /// What an effect means to timers and requests.
  static func meaning(of effect: Machine.Effect) -> DeviceEffect
}

extension WorldSystem {
  static var deviceEvents: [Machine.Event.Name] { SDK.Event.Name.allCases.map { .device($0) } }

  static var deviceEffects: [Machine.Effect.Name] {
    SDK.Effect.Name.allCases.filter { $0.role != .internal }.map { .device($0) }
  }
}

/// What an event means to the process of a device.
enum DeviceEvent: Hashable {
  case launch(initialized: Bool), end
  /// A timer, by its number.
  case timer(Int)
  /// The outcome of a request.
  case outcome(request: Int64)
  case other
}

/// What an effect means to timers and requests.
enum DeviceEffect: Hashable {
  case request(Int64)
  case set(Int, due: Instant)
  case cancel(Int)
  case other
}
