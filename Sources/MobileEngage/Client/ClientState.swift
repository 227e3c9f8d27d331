import EventSourcing
import Platform

/// The device's properties, and what the backend is known to know of them (ME-1, ME-3).
public struct ClientState: StateView {
  /// X-CLIENT-STATE as last received (ME-2).
  public private(set) var state: Personal?
  /// The properties as they are now.
  public private(set) var properties = DeviceChange()
  /// Those that the backend is known to know.
  ///
  /// The document keeps a hash of them; the properties themselves say the same and never
  /// collide, and which of the two is stored cannot be seen from outside.
  public private(set) var acknowledged: DeviceChange?
  /// Whether they are to be sent.
  public private(set) var isWanted = false

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("properties", properties, "As they are now.")
    visitor.field("acknowledged", acknowledged, "Those that the backend knows.")
    visitor.field("wanted", isWanted, "Whether they are to be sent.")
  }

  /// Takes what the system says about the device.
  mutating func change(_ change: DeviceChange) {
    properties = change.filled(from: properties)
  }

  /// Compares the properties with those that the backend knows (ME-3).
  mutating func check() {
    isWanted = properties != acknowledged
  }

  /// Notes that the backend knows these properties.
  mutating func acknowledge(_ properties: DeviceChange) {
    acknowledged = properties
  }

  /// Notes that the backend may have received other properties than those acknowledged.
  mutating func invalidate(afterSending properties: DeviceChange) {
    guard properties != acknowledged else { return }
    acknowledged = nil
    isWanted = true
  }

  /// Sends the properties although the backend knows them.
  mutating func sendAgain() {
    isWanted = true
  }

  /// Gives up sending the properties until something asks for it again.
  mutating func giveUp() {
    isWanted = false
  }

  /// Takes the client state of an answer, whatever the call was (ME-2).
  mutating func receive(_ state: Personal) {
    self.state = state
  }

  /// Forgets what the backend of the old application knew.
  mutating func startOver() {
    state = nil
    acknowledged = nil
    isWanted = true
  }
}

extension ClientState: Record {
  public static var sample: ClientState { ClientState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ClientState {
    var stored = self
    stored.state = try visitor("state", state, "X-CLIENT-STATE as last received.")
    stored.properties = try visitor("properties", properties, "As they are now.")
    stored.acknowledged = try visitor("acknowledged", acknowledged, "Those that the backend knows.")
    stored.isWanted = try visitor("wanted", isWanted, "Whether they are to be sent.")
    return stored
  }
}
