import EventSourcing

/// A message in an answer: an in-app message if it has a trigger, otherwise one for the inbox.
///
/// An answer is described without regard to its request, so one record stands for both kinds.
public struct DownloadedMessage: Record {
  /// The message's id.
  public var id: String
  /// The version of an in-app message, which rises with every edit; 1 if left out.
  public var version: Int64?
  /// The priority of an in-app message: lower numbers are shown first; 0 if left out.
  public var priority: Int64?
  /// The trigger that shows an in-app message.
  public var trigger: InAppTrigger?
  /// The number of times that an in-app message may be shown.
  public var displayLimit: Int64?
  /// The headline of an inbox message.
  public var subject: String?
  /// The text below the headline of an inbox message.
  public var body: String?
  /// The address that opening an inbox message leads to.
  public var url: String?
  /// The instant from which it may be seen, by the device's wall clock.
  public var start: Instant?
  /// The instant from which it may no longer be seen, by the device's wall clock.
  public var end: Instant?

  /// Creates a message without content.
  public init(id: String) { self.id = id }

  /// Wraps an in-app message for an answer.
  public init(_ message: InAppMessage) {
    id = message.id
    version = message.version
    priority = message.priority
    trigger = message.trigger
    displayLimit = message.displayLimit
    start = message.start
    end = message.end
  }

  /// Wraps an inbox message for an answer.
  public init(_ message: InboxMessage) {
    id = message.id
    subject = message.subject
    body = message.body
    url = message.url
    start = message.start
    end = message.end
  }

  /// The in-app message; `nil` without an id or a trigger that could ever be met.
  public var inApp: InAppMessage? {
    guard !id.isEmpty, let trigger, !trigger.event.isEmpty else { return nil }
    return InAppMessage(
      id: id, version: version ?? 1, priority: priority ?? 0, trigger: trigger,
      displayLimit: displayLimit, start: start, end: end)
  }

  /// The inbox message; `nil` without an id or with a trigger, which only in-app messages have.
  public var inbox: InboxMessage? {
    guard !id.isEmpty, trigger == nil else { return nil }
    return InboxMessage(
      id: id, subject: subject ?? "", body: body, url: url, start: start, end: end)
  }

  public static var sample: DownloadedMessage { DownloadedMessage(id: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DownloadedMessage {
    var message = DownloadedMessage(id: try visitor("id", id, "The id of the message."))
    message.version = try visitor("version", version, "In-app: rises with every edit.")
    message.priority = try visitor("priority", priority, "In-app: lower numbers come first.")
    message.trigger = try visitor("trigger", trigger, "In-app: what it is shown for.")
    message.displayLimit = try visitor(
      "display_limit", displayLimit, "In-app: how often it may be shown.")
    message.subject = try visitor("subject", subject, "Inbox: the headline.")
    message.body = try visitor("body", body, "Inbox: the text below the headline.")
    message.url = try visitor("url", url, "Inbox: what opening the message leads to.")
    message.start = try visitor("start", start, "From when it may be seen.")
    message.end = try visitor("end", end, "From when it may no longer be seen.")
    return message
  }
}
