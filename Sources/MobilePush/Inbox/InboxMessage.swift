import EventSourcing

/// A message that the app shows in an inbox of its own.
public struct InboxMessage: Record {
  /// The message's id; other content under the same id is an edit.
  public var id: String
  /// The headline.
  public var subject: String
  /// The text below it.
  public var body: String?
  /// The address that opening the message leads to.
  public var url: String?
  /// The instant from which it is visible, by the device's wall clock.
  public var start: Instant?
  /// The instant from which it is no longer visible, by the device's wall clock.
  public var end: Instant?

  /// Creates a message.
  public init(
    id: String, subject: String, body: String? = nil, url: String? = nil, start: Instant? = nil,
    end: Instant? = nil
  ) {
    self.id = id
    self.subject = subject
    self.body = body
    self.url = url
    self.start = start
    self.end = end
  }

  public static var sample: InboxMessage { InboxMessage(id: "", subject: "") }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> InboxMessage {
    InboxMessage(
      id: try visitor("id", id, "The id of the message."),
      subject: try visitor("subject", subject, default: "", "The headline."),
      body: try visitor("body", body, "The text below the headline."),
      url: try visitor("url", url, "The address that opening the message leads to."),
      start: try visitor("start", start, "From when it is visible."),
      end: try visitor("end", end, "From when it is no longer visible."))
  }
}

/// The reason why inbox messages are fetched.
public enum InboxFetchReason: String, Choice {
  /// A silent push said that there are new ones (INBOX-2).
  case silentPush = "silent_push"
  /// The app came to the foreground (INBOX-3).
  case foreground
  /// The app asked for it (INBOX-4).
  case refresh
}

/// A downloaded inbox message and what became of it.
public struct StoredInboxMessage: Record {
  /// The message as downloaded.
  public var message: InboxMessage
  /// Whether the user has read or deleted it.
  public var status: InboxStatus

  /// Keeps a message with what became of it.
  public init(message: InboxMessage, status: InboxStatus = .unread) {
    self.message = message
    self.status = status
  }

  public static var sample: StoredInboxMessage {
    StoredInboxMessage(message: .sample, status: .unread)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> StoredInboxMessage {
    StoredInboxMessage(
      message: try message.fields(&visitor),
      status: try visitor("status", status, "Whether the user has read or deleted it."))
  }
}

/// The status of an inbox message, which changes in one direction only.
public enum InboxStatus: String, Choice {
  /// Downloaded and not looked at.
  case unread
  /// Looked at; an edit makes it unread again.
  case read
  /// Gone for the user, and it stays gone whatever a fetch brings.
  case deleted
}
