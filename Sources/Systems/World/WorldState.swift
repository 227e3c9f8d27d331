import EventSourcing
import Platform

/// All devices with what is behind their network.
public struct WorldState<C: Composition>: StateView {
  /// The devices, and what a new one starts from.
  public internal(set) var devices = DeviceTable<C>()
  /// What is behind the network.
  public internal(set) var backend = Shared(C.Backend.initial)
  /// What the SDK of one device orders; empty between two events, and kept for its storage alone.
  @Incidental var orders = Effects<C.SDK.Effect>()

  /// A world in which nothing has happened.
  public init() {}

  /// What the SDK of `party` remembers; a device without events is as it was installed.
  public func device(_ party: String) -> C.SDK.State { devices[party] }

  /// How long the device's transport waits for an answer.
  func requestTimeout(of party: String) -> TimeSpan {
    C.requestTimeout(of: devices.shared(party).value) ?? .defaultRequestTimeout
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.nested("devices", devices.entries, "In the order in which something happened.")
    visitor.nested("installed", devices.untouched, "What a new device starts from.")
    visitor.nested("backend", backend, "What is behind the network.")
  }
}

extension WorldState: Record {
  public static var sample: WorldState { WorldState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> WorldState {
    var stored = WorldState()
    stored.devices = try visitor("devices", devices, "The devices.")
    stored.backend = try visitor("backend", backend, "What is behind the network.")
    return stored
  }
}
