import EventSourcing

/// The downloaded inbox messages, visible or not.
public struct InboxState: Equatable, Sendable {
  /// The messages in the order of their first download; deleted ones stay as a memory.
  public internal(set) var messages: [StoredInboxMessage] = []
  /// What the app was last told: the visible messages and which of them are unread.
  public internal(set) var told: [StoredInboxMessage] = []
  /// When the fetch left that the limit counts (INBOX-4).
  public internal(set) var limitedSince: Instant?
  /// The fetches that wait for an answer, oldest first.
  public internal(set) var inFlight: [Int64] = []
  /// The fetch that waits for the network.
  public internal(set) var waiting: InboxFetchReason?
  /// The highest request whose answer was taken over.
  public internal(set) var lastAnswered: Int64 = 0

  /// Creates an empty inbox.
  public init() {}
}

/// A downloaded inbox message and what became of it.
public struct StoredInboxMessage: Record {
  /// The message as downloaded.
  public var message: InboxMessage
  /// What the user did with it.
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
      status: try visitor("status", status, "What the user did with it."))
  }
}

/// What becomes of an inbox message, in one direction only.
public enum InboxStatus: String, Choice {
  /// Downloaded and not looked at.
  case unread
  /// Looked at; an edit makes it unread again.
  case read
  /// Gone for the user, and it stays gone whatever a fetch brings.
  case deleted
}

/// The inbox as the app sees it at one instant, and what lies behind it.
struct InboxView: StateView {
  private let inbox: InboxState
  private let visible: [StoredInboxMessage]

  init(_ inbox: InboxState, at wallClock: Instant) {
    self.inbox = inbox
    visible = inbox.visible(at: wallClock)
  }

  func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("unread", unreadCount(visible), "How many visible messages are unread.")
    _ = try visitor("messages", visible, "The visible messages.")
    guard visitor.seesDetails else { return }
    _ = try visitor("stored", inbox.messages, "All messages, deleted ones included.")
    _ = try visitor("told", inbox.told, "What the app was last told.")
    _ = try visitor("limited_since", inbox.limitedSince, "When the limit's last fetch left.")
    _ = try visitor("in_flight", inbox.inFlight, "The fetches that wait for an answer.")
    _ = try visitor("waiting", inbox.waiting, "The fetch that waits for the network.")
    _ = try visitor("last_answered", inbox.lastAnswered, "The last answer taken over.")
  }
}
