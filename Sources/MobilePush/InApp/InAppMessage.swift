import EventSourcing

/// A message that the SDK shows when something happens in the app.
public struct InAppMessage: Record {
  /// The message's id, the same for all of its versions.
  public var id: String
  /// The version, which rises with every edit; the highest one downloaded is kept (IAM-4).
  public var version: Int64
  /// The priority: lower numbers are shown first.
  public var priority: Int64
  /// The event for which it is shown.
  public var trigger: InAppTrigger
  /// The number of times that this version may be shown; `nil` for any number.
  public var displayLimit: Int64?
  /// The instant from which it may be shown, by the device's wall clock.
  public var start: Instant?
  /// The instant from which it may no longer be shown, by the device's wall clock.
  public var end: Instant?

  /// Creates a message.
  public init(
    id: String, version: Int64, priority: Int64, trigger: InAppTrigger,
    displayLimit: Int64? = nil, start: Instant? = nil, end: Instant? = nil
  ) {
    self.id = id
    self.version = version
    self.priority = priority
    self.trigger = trigger
    self.displayLimit = displayLimit
    self.start = start
    self.end = end
  }

  public static var sample: InAppMessage {
    InAppMessage(id: "", version: 0, priority: 0, trigger: .sample)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> InAppMessage {
    InAppMessage(
      id: try visitor("id", id, "The id of the message."),
      version: try visitor("version", version, default: 1, "Rises with every edit."),
      priority: try visitor("priority", priority, default: 0, "Lower numbers come first."),
      trigger: try visitor("trigger", trigger, "The event for which it is shown."),
      displayLimit: try visitor("display_limit", displayLimit, "The most displays of a version."),
      start: try visitor("start", start, "From when it may be shown."),
      end: try visitor("end", end, "From when it may no longer be shown."))
  }
}

/// The custom event for which a message is shown.
public struct InAppTrigger: Record {
  /// The custom event's name; it has to match exactly.
  public var event: String
  /// Attributes that the event must have, with these values; others do not matter.
  public var attributes: TextMap<AttributeValue>?

  /// Creates a trigger.
  public init(event: String, attributes: TextMap<AttributeValue>? = nil) {
    self.event = event
    self.attributes = attributes
  }

  public static var sample: InAppTrigger { InAppTrigger(event: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> InAppTrigger {
    InAppTrigger(
      event: try visitor("event", event, "The name of a custom event."),
      attributes: try visitor("attributes", attributes, "The attributes that the event must have."))
  }
}

/// The reason why in-app messages are fetched.
public enum InAppFetchReason: String, Choice {
  /// A silent push said that there are new ones (IAM-2).
  case silentPush = "silent_push"
  /// The app was opened or brought to the foreground (IAM-3).
  case sessionStart = "session_start"
}
