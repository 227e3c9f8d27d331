import EventSourcing
import MobilePush
import Platform

/// All devices with what stands behind their network.
public struct MobilePushWorldState: StateView {
  /// The devices, and what a new one starts from.
  public internal(set) var devices = DeviceTable<MobilePushSDK>()
  /// The backend that takes registrations and hands out messages.
  public internal(set) var engagement = EngagementState()
  /// The backend that delivers pushes.
  public internal(set) var pushService = PushServiceState()
  /// The permission of each device, in the order of the table, that the push service was told of.
  private var toldPermissions: [Bool] = []

  /// A world in which nothing has happened.
  public init() {}

  /// What the SDK of `party` remembers; a device not heard of is as it was installed.
  public func device(_ party: String) -> MobilePushState { devices[party] }

  /// How long the device's transport waits for an answer.
  func requestTimeout(of party: String) -> TimeSpan {
    devices.part(of: party) { $0.config.requestTimeout } ?? .standardRequestTimeout
  }

  /// Tells the push service of a device's permission, where it is another one than before.
  mutating func tellPermission(of party: String, at index: Int) {
    let optedIn = devices.entries[index].state.push.optedIn
    if index < toldPermissions.count {
      if toldPermissions[index] == optedIn { return }
      toldPermissions[index] = optedIn
    } else {
      toldPermissions.append(optedIn)
    }
    pushService.permissionChanged(of: party, optedIn: optedIn)
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.nested("devices", devices.entries, "In the order in which something happened.")
    visitor.field("readings", devices.untouched.readings, "How a new device reads them.")
    visitor.nested("engagement", engagement, "The backend of registrations and messages.")
    visitor.nested("push_service", pushService, "The backend of pushes.")
  }
}
