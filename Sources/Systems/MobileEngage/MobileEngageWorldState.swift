import EventSourcing
import MobileEngage
import Platform

/// All devices with the backend behind their network.
public struct MobileEngageWorldState: StateView {
  /// Every device to which something has happened, in that order.
  public internal(set) var devices: [WorldDevice] = []
  /// The backend that takes their calls.
  public internal(set) var backend = MobileEngageBackend.initial
  /// A device to which nothing has happened, under the profile and readings that hold now.
  var untouched = MobileEngageSDK.initial
  private var indexes: [String: Int] = [:]

  /// A world in which nothing has happened.
  public init() {}

  /// One device of the world.
  public struct WorldDevice: Record {
    /// The name under which its events are recorded.
    public let name: String
    /// What its SDK remembers.
    public internal(set) var state: MobileEngageState

    public static var sample: WorldDevice {
      WorldDevice(name: "", state: MobileEngageSDK.initial)
    }

    public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> WorldDevice {
      _ = try visitor("name", name)
      try state.view(&visitor)
      return self
    }
  }

  /// What the SDK of `party` remembers; a device not heard of is as it was installed.
  public func device(_ party: String) -> MobileEngageState {
    indexes[party].map { devices[$0].state } ?? untouched
  }

  /// How long the device's transport waits for an answer.
  func requestTimeout(of party: String) -> TimeSpan {
    let timeout = indexes[party].flatMap { devices[$0].state.config.requestTimeout }
    return timeout ?? .standardRequestTimeout
  }

  /// Where the device stands; one not heard of before is entered.
  ///
  /// A world of one device, as every replay of its trace, needs no look-up.
  mutating func index(of party: String) -> Int {
    if devices.count == 1, devices[0].name == party { return 0 }
    if let index = indexes[party] { return index }
    indexes[party] = devices.count
    devices.append(WorldDevice(name: party, state: untouched))
    return devices.count - 1
  }

  /// Whether something has happened to the device.
  func knows(_ party: String) -> Bool { indexes[party] != nil }

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("devices", devices, "In the order in which something happened to them.")
    _ = try visitor("profile", untouched.profile, "Whose behaviour a new device follows.")
    _ = try visitor("readings", untouched.readings, "How a new device reads the document.")
    try visitor.nested("backend", backend, "The backend that takes their calls.")
  }
}
