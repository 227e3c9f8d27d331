import EventSourcing

/// The state of the push notification service.
public struct PushServiceState: StateView {
  /// Every device that it has heard of, in that order.
  public internal(set) var devices: [PushServiceDevice] = []
  /// Whether Engagement's key is right.
  public internal(set) var authKeyIsValid = true
  /// The deliveries, in order.
  public internal(set) var deliveries: [PushDelivery] = []
  private var indexes: [String: Int] = [:]

  /// Records whether the user of `device` permits notifications: the system keeps that, not the
  /// app, so the service knows at once.
  public mutating func permissionChanged(of device: String, optedIn: Bool) {
    devices[index(of: device)].optedIn = optedIn
  }

  /// Records whether `device` has a network; what is sent meanwhile does not reach it.
  public mutating func connectionChanged(of device: String, reachable: Bool) {
    devices[index(of: device)].reachable = reachable
  }

  /// Records how often the app was installed anew on `device`: the token of the installation before
  /// is not valid any more.
  public mutating func reinstalled(_ reinstallations: Int64?, on device: String) {
    let index = index(of: device)
    guard devices[index].reinstallations != reinstallations else { return }
    devices[index].reinstallations = reinstallations
    devices[index].tokenIsValid = false
  }

  /// Finds the place of the device; a device not heard of before is added.
  mutating func index(of device: String) -> Int {
    if let index = indexes[device] { return index }
    indexes[device] = devices.count
    devices.append(PushServiceDevice(name: device))
    return devices.count - 1
  }
}

/// A device as the push notification service knows it.
public struct PushServiceDevice: Record {
  /// The device's name in the world.
  public let name: String
  /// Whether the user permits notifications.
  public var optedIn = true
  /// Whether it has a network.
  public var reachable = true
  /// The number of its latest token; 0 before the first one.
  public var tokenNumber: Int64 = 0
  /// Whether the token of that number is still valid.
  public var tokenIsValid = false
  /// The number of times that the app was installed anew; `nil` before the first.
  public var reinstallations: Int64?
  /// The notifications delivered to it, each once, sorted.
  public var delivered = TextMap<Bool>()

  /// The token under which it can be reached now.
  var token: Personal? {
    tokenIsValid ? Personal("token-\(name)-\(tokenNumber)") : nil
  }

  public static var sample: PushServiceDevice { PushServiceDevice(name: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PushServiceDevice {
    var device = PushServiceDevice(name: try visitor("name", name))
    device.optedIn = try visitor("opted_in", optedIn)
    device.reachable = try visitor("reachable", reachable, "Whether it has a network.")
    device.tokenNumber = try visitor("token_number", tokenNumber, "Counts its tokens.")
    device.tokenIsValid = try visitor("token_valid", tokenIsValid)
    device.reinstallations = try visitor(
      "reinstallations", reinstallations, "The number of times that the app was installed anew.")
    device.delivered = try visitor("delivered", delivered, "The ids of its notifications.")
    return device
  }
}

/// One notification that reached one device.
public struct PushDelivery: Record {
  /// The device's name in the world.
  public let device: String
  /// The notification's id.
  public let id: String

  /// Pairs a device with what it was shown.
  public init(device: String, id: String) {
    self.device = device
    self.id = id
  }

  public static var sample: PushDelivery { PushDelivery(device: "", id: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PushDelivery {
    PushDelivery(device: try visitor("device", device), id: try visitor("id", id))
  }
}

extension PushServiceState: Record {
  public static var sample: PushServiceState { PushServiceState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PushServiceState {
    var stored = PushServiceState()
    stored.devices = try visitor("devices", devices, "In the order of hearing of them.")
    stored.authKeyIsValid = try visitor(
      "auth_key_valid", authKeyIsValid, "Whether Engagement's key is right.")
    stored.deliveries = try visitor("deliveries", deliveries, "The delivered pushes, in order.")
    for (index, device) in stored.devices.enumerated() { stored.indexes[device.name] = index }
    return stored
  }
}
