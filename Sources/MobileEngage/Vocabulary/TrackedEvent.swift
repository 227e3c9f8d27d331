import EventSourcing

/// Something that happened in the app and is counted once (ME-7).
public struct TrackedEvent: Record {
  /// Its own number on this device, by which it is counted once.
  public var entry: Int64
  /// Whether the app or the SDK tracked it.
  public var type: Origin
  /// Its name on the wire, such as `session:start`.
  public var name: String
  /// The instant at which it was tracked, by the log's clock.
  public var at: Instant
  /// The attributes that the app gave it.
  public var attributes: TextMap<AttributeValue>?

  /// Creates an event as it is tracked.
  public init(
    entry: Int64, type: Origin, name: String, at: Instant,
    attributes: TextMap<AttributeValue>? = nil
  ) {
    self.entry = entry
    self.type = type
    self.name = name
    self.at = at
    self.attributes = attributes
  }

  /// The origin of a tracked event.
  public enum Origin: String, Choice {
    /// The app.
    case custom
    /// The SDK itself.
    case `internal`
  }

  public static var sample: TrackedEvent {
    TrackedEvent(entry: 1, type: .custom, name: "", at: .sample)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> TrackedEvent {
    TrackedEvent(
      entry: try visitor("entry", entry, "Its own number, by which it is counted once."),
      type: try visitor("type", type, "Its origin: the app or the SDK."),
      name: try visitor("name", name, "The name that the app gave it."),
      at: try visitor("at", at, "When it was tracked."),
      attributes: try visitor("attributes", attributes, "The attributes that go with it."))
  }
}

/// The names of the events that the SDK tracks itself.
package enum InternalEvent {
  static let appStart = "app:start"
  static let sessionStart = "session:start"
  package static let sessionEnd = "session:end"

  /// Whether an event of this name says that the app, or a session in it, started.
  package static func isStart(_ event: TrackedEvent) -> Bool {
    event.type == .internal && (event.name == appStart || event.name == sessionStart)
  }
}
