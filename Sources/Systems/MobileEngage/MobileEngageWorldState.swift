import EventSourcing
import MobileEngage
import Platform

/// All devices with the backend behind their network.
public struct MobileEngageWorldState: StateView {
  /// The devices, and what a new one starts from.
  public internal(set) var devices = DeviceTable<MobileEngageSDK>()
  /// The backend that takes their calls.
  public internal(set) var backend = MobileEngageBackend.initial

  /// A world in which nothing has happened.
  public init() {}

  /// What the SDK of `party` remembers; a device not heard of is as it was installed.
  public func device(_ party: String) -> MobileEngageState { devices[party] }

  /// How long the device's transport waits for an answer.
  func requestTimeout(of party: String) -> TimeSpan {
    devices.part(of: party) { $0.settings.config.requestTimeout } ?? .standardRequestTimeout
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.nested("devices", devices.entries, "In the order in which something happened.")
    visitor.field("profile", devices.untouched.settings.profile, "What a new device follows.")
    visitor.field("readings", devices.untouched.settings.readings, "How a new device reads it.")
    visitor.nested("backend", backend, "The backend that takes their calls.")
  }
}
