import EventSourcing
import Platform

/// The device's properties and what the backend is known to know of them (ME-1, ME-3).
public struct ClientState: StateView {
  /// The properties as they are now.
  public internal(set) var properties = DeviceChange()
  /// Those last acknowledged.
  ///
  /// The document keeps a hash of them; the properties themselves tell the same and never
  /// collide, and which of the two is stored cannot be seen from outside.
  public internal(set) var acknowledged: DeviceChange?
  /// Whether they are to be sent.
  public internal(set) var wanted = false
  /// What became of sending them so far.
  public internal(set) var attempts = Attempts()

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("properties", properties, "As they are now.")
    _ = try visitor("acknowledged", acknowledged, "Those last acknowledged.")
    _ = try visitor("wanted", wanted, "Whether they are to be sent.")
    _ = try visitor("attempts", attempts, "What became of sending them.")
  }
}
