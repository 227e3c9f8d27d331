import EventSourcing

/// Something that happened on the device and is reported once (ANA-3).
public struct AnalyticsEntry: Record {
  /// Its own number on this device, by which it is counted once.
  public var entry: Int64
  /// The interaction that the entry counts.
  public var kind: AnalyticsKind
  /// The instant at which it happened, by the log's clock.
  public var at: Instant
  /// The message or notification it is about.
  public var id: String?
  /// The name of a custom event.
  public var name: String?
  /// The attributes of a custom event.
  public var attributes: TextMap<AttributeValue>?
  /// The button that was used.
  public var button: String?
  /// The time for which the app was in the foreground.
  public var duration: TimeSpan?

  /// Creates an entry.
  public init(
    entry: Int64, kind: AnalyticsKind, at: Instant, id: String? = nil, name: String? = nil,
    attributes: TextMap<AttributeValue>? = nil, button: String? = nil, duration: TimeSpan? = nil
  ) {
    self.entry = entry
    self.kind = kind
    self.at = at
    self.id = id
    self.name = name
    self.attributes = attributes
    self.button = button
    self.duration = duration
  }

  public static var sample: AnalyticsEntry {
    AnalyticsEntry(entry: 0, kind: .sample, at: .sample)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> AnalyticsEntry {
    AnalyticsEntry(
      entry: try visitor("entry", entry, "Its own number, by which it is counted once."),
      kind: try visitor("kind", kind, "The interaction that is counted."),
      at: try visitor("at", at, "When it happened."),
      id: try visitor("id", id, "The message or notification it is about."),
      name: try visitor("name", name, "The name of a custom event."),
      attributes: try visitor("attributes", attributes, "The attributes of a custom event."),
      button: try visitor("button", button, "The button that was used."),
      duration: try visitor("duration", duration, "The app's time in the foreground."))
  }
}

/// The interaction that an analytics entry reports.
public enum AnalyticsKind: String, Choice {
  /// The app came to the front.
  case appOpened = "app_opened"
  /// The app left the screen; carries how long it was there.
  case appClosed = "app_closed"
  /// A notification reached the device (PUSH-4).
  case notificationReceived = "notification_received"
  /// The user opened a notification; carries the button, if one was used (PUSH-4).
  case notificationOpened = "notification_opened"
  /// An in-app message was put on screen.
  case inAppShown = "in_app_shown"
  /// The user used an in-app message; carries the button (IAM-6).
  case inAppInteracted = "in_app_interacted"
  /// An in-app message left the screen.
  case inAppDismissed = "in_app_dismissed"
  /// An inbox message arrived, new or edited.
  case inboxDownloaded = "inbox_downloaded"
  /// The app reported a message as read (INBOX-6).
  case inboxRead = "inbox_read"
  /// The app reported a message as deleted (INBOX-6).
  case inboxDeleted = "inbox_deleted"
  /// The app tracked an event of its own; carries name and attributes.
  case customEvent = "custom_event"
}
