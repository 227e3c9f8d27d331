import EventSourcing
import Platform

/// The device's properties, and what the backend is known to know of them (ME-1, ME-3).
public struct ClientState: StateView {
  /// The header X-CLIENT-STATE as last received (ME-2).
  public private(set) var state: Personal?
  /// The properties as they are now.
  public private(set) var properties = DeviceChange()
  /// The values that the backend is known to have.
  ///
  /// The document keeps a hash of them; the properties themselves say the same and never
  /// collide, and which of the two is stored cannot be seen from outside.
  public private(set) var acknowledged: DeviceChange?
  /// The properties of a call that has left and is kept until it is accepted or refused (ME-14).
  public private(set) var unanswered: DeviceChange?
  /// Whether the properties are not those of the last call.
  public private(set) var isChanged = false

  /// Whether they are to be sent.
  public var isWanted: Bool { isChanged || unanswered != nil }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("properties", properties, "As they are now.")
    visitor.field("acknowledged", acknowledged, "The values the backend knows.")
    visitor.field("unanswered", unanswered, "The values of a call kept until it is answered.")
    visitor.field("changed", isChanged, "Whether they are not those of the last call.")
  }

  /// Takes what the system says about the device; `false` where that is nothing new.
  @discardableResult
  mutating func change(_ change: DeviceChange) -> Bool {
    let before = properties
    properties = change.filled(from: before)
    return properties != before
  }

  /// Compares the properties with those that the backend knows, or will know (ME-3).
  mutating func check() {
    isChanged = properties != (unanswered ?? acknowledged)
  }

  /// Takes another version of the app for no change.
  mutating func ignoreAppVersion() {
    var known = unanswered ?? acknowledged
    known?.appVersion = properties.appVersion
    if known == properties { isChanged = false }
  }

  /// Notes that the properties leave.
  mutating func send() {
    unanswered = properties
    isChanged = false
  }

  /// Keeps the call: it is unknown whether the backend took the properties.
  mutating func keep() {
    acknowledged = nil
  }

  /// Notes that the backend did not take the properties for want of a contact token.
  mutating func repeatWithToken() {
    unanswered = nil
    check()
  }

  /// Notes that the backend knows these properties.
  mutating func acknowledge(_ properties: DeviceChange) {
    acknowledged = properties
  }

  /// Sends the properties although the backend knows them, unless a call is kept anyway.
  mutating func sendAgain() {
    guard unanswered == nil else { return }
    acknowledged = nil
    isChanged = true
  }

  /// Notes that the backend refused these properties, which are sent again once they change or the
  /// app starts anew.
  mutating func refuse(_ refused: DeviceChange) {
    if properties == refused { isChanged = false }
  }

  /// Notes that the call was accepted or refused; what changed meanwhile is still to be sent.
  mutating func finish() {
    unanswered = nil
    if properties == acknowledged { isChanged = false }
  }

  /// Takes the client state of an answer, whatever the call was (ME-2).
  mutating func receive(_ state: Personal) {
    self.state = state
  }

  /// Forgets what the backend of the old application knew.
  mutating func startOver() {
    state = nil
    acknowledged = nil
    unanswered = nil
    isChanged = true
  }
}

extension ClientState: Record {
  public static var sample: ClientState { ClientState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ClientState {
    var stored = self
    stored.state = try visitor("state", state, "X-CLIENT-STATE as last received.")
    stored.properties = try visitor("properties", properties, "As they are now.")
    stored.acknowledged = try visitor("acknowledged", acknowledged, "The values the backend knows.")
    stored.unanswered = try visitor(
      "unanswered", unanswered, "The values of a call kept until it is answered.")
    stored.isChanged = try visitor(
      "changed", isChanged, "Whether they are not those of the last call.")
    return stored
  }
}
