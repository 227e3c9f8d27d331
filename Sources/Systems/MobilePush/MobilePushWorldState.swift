import EventSourcing
import MobilePush
import Platform

/// All devices with what stands behind their network.
public struct MobilePushWorldState: StateView {
  /// Every device to which something has happened, in that order.
  public internal(set) var devices: [WorldDevice] = []
  /// The backend that takes registrations and hands out messages.
  public internal(set) var engagement = EngagementState()
  /// The backend that delivers pushes.
  public internal(set) var pushService = PushServiceState()
  /// A device to which nothing has happened, under the readings that hold now.
  var untouched = MobilePushSDK.initial
  private var indexes: [String: Int] = [:]

  /// A world in which nothing has happened.
  public init() {}

  /// One device of the world.
  public struct WorldDevice: Record {
    /// The name under which its events are recorded.
    public let name: String
    /// What its SDK remembers.
    public internal(set) var state: MobilePushState
    /// The permission that the push service was told of; `nil` before the first time.
    var knownPermission: Bool?

    public static var sample: WorldDevice { WorldDevice(name: "", state: MobilePushSDK.initial) }

    public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> WorldDevice {
      _ = try visitor("name", name)
      try state.view(&visitor)
      return self
    }
  }

  /// What the SDK of `party` remembers; a device not heard of is as it was installed.
  public func device(_ party: String) -> MobilePushState {
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
    _ = try visitor("readings", untouched.readings, "How a new device reads the documents.")
    try visitor.nested("engagement", engagement, "The backend of registrations and messages.")
    try visitor.nested("push_service", pushService, "The backend of pushes.")
  }
}
