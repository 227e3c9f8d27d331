import EventSourcing

/// What becomes one world with one log: the SDK on any number of devices, and the backends behind
/// their network as one machine.
public protocol Composition: Sendable {
  /// The SDK of each device.
  associatedtype SDK: DeviceSDK
  /// What is behind the network.
  associatedtype Backend: Reducer where Backend.State: Record
  /// What a backend learns of a device from its system, without a request: a permission.
  associatedtype Fact: Hashable & Sendable = NoFields

  /// Lets a backend know the readings that it has a part in.
  static func setReadings(_ readings: SDK.Readings, in backend: inout Backend.State)

  /// The fact that holds for a device now.
  static func fact(of device: SDK.State) -> Fact

  /// Notifies a backend of a device's first fact and of every other one that follows it.
  static func factChanged(_ fact: Fact, of party: String, in backend: inout Backend.State)

  /// Notifies a backend that a device lost its network or got it back.
  static func networkChanged(of party: String, online: Bool, in backend: inout Backend.State)

  /// How long the transport of a device waits for an answer, as configured.
  static func requestTimeout(of device: SDK.State) -> TimeSpan?

  /// The effect as it is recorded; a name that device and backend have in common is the device's.
  static func recorded(_ effect: Backend.Effect) -> WorldEffect<SDK.Effect, Backend.Effect>
}

extension Composition {
  public static func setReadings(_ readings: SDK.Readings, in backend: inout Backend.State) {}
  public static func factChanged(
    _ fact: Fact, of party: String, in backend: inout Backend.State
  ) {}
  public static func networkChanged(
    of party: String, online: Bool, in backend: inout Backend.State
  ) {}
  public static func recorded(
    _ effect: Backend.Effect
  ) -> WorldEffect<SDK.Effect, Backend.Effect> { .backend(effect) }
}

extension Composition where Fact == NoFields {
  public static func fact(of device: SDK.State) -> NoFields { NoFields() }
}
