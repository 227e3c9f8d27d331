import EventSourcing

/// The messages of an inbox, and what the app knows of them.
///
/// An event costs the same however many messages there are: only those that it changed are compared
/// with what the app knows, unless the wall clock has passed a date of some message.
public struct InboxContents: Hashable, Sendable {
  /// The messages in the order of their first download; deleted ones stay as a memory.
  public private(set) var messages: [StoredInboxMessage]
  /// The visible messages as the app was last notified, with which of them are unread.
  public private(set) var notified: [StoredInboxMessage]

  // Derived from the two lists; empty after they were read from a file.

  /// The place of each message, by its id; made when one is first looked for.
  @Incidental private var positions: [String: Int] = [:]
  /// The place of each notified message among all of them.
  @Incidental private var notifiedPositions: [Int] = []
  /// The number of notified messages that are unread.
  @Incidental private(set) var unread: Int64 = 0
  /// The places of those that changed since the app was last notified.
  @Incidental private var changed: [Int] = []
  /// The span of the wall clock in which no date makes a message come or go; `nil` before all
  /// messages were compared.
  @Incidental private var quiet: QuietSpan?

  init(messages: [StoredInboxMessage] = [], notified: [StoredInboxMessage] = []) {
    self.messages = messages
    self.notified = notified
  }

  /// The messages that the app shows at an instant of the wall clock.
  func visible(at wallClock: Instant) -> [StoredInboxMessage] {
    messages.filter { $0.isVisible(at: wallClock) }
  }

  /// Finds the place of the message with this id.
  mutating func position(of id: String) -> Int? {
    if positions.isEmpty {
      for (position, stored) in messages.enumerated() where positions[stored.message.id] == nil {
        positions[stored.message.id] = position
      }
    }
    return positions[id]
  }

  /// Keeps what the user did with a message.
  mutating func mark(at position: Int, as status: InboxStatus) {
    messages[position].status = status
    changed.append(position)
  }

  /// Keeps a message and says whether it is new to the user; a deleted one stays deleted.
  /// `keepsStatus` says that an edit leaves it read.
  mutating func store(_ message: InboxMessage, keepsStatus: Bool = false) -> Bool {
    guard let position = position(of: message.id) else {
      positions[message.id] = messages.count
      changed.append(messages.count)
      messages.append(StoredInboxMessage(message: message, status: .unread))
      return true
    }
    guard messages[position].status != .deleted, messages[position].message != message else {
      return false
    }
    messages[position] = StoredInboxMessage(
      message: message, status: keepsStatus ? messages[position].status : .unread)
    changed.append(position)
    return true
  }

  /// Makes what is visible what the app knows; `false` if that changes nothing.
  mutating func notify(at wallClock: Instant) -> Bool {
    guard let quiet, quiet.contains(wallClock) else { return notifyOfAll(at: wallClock) }
    var isNews = false
    for position in changed where notifyOfOne(at: position, wallClock) { isNews = true }
    changed.removeAll(keepingCapacity: true)
    return isNews
  }

  private mutating func notifyOfAll(at wallClock: Instant) -> Bool {
    var span = QuietSpan()
    var visible: [StoredInboxMessage] = []
    notifiedPositions.removeAll(keepingCapacity: true)
    for (position, stored) in messages.enumerated() {
      span.narrow(to: stored.message, around: wallClock)
      guard stored.isVisible(at: wallClock) else { continue }
      visible.append(stored)
      notifiedPositions.append(position)
    }
    quiet = span
    changed.removeAll(keepingCapacity: true)
    unread = visible.unreadCount
    guard visible != notified else { return false }
    notified = visible
    return true
  }

  private mutating func notifyOfOne(at position: Int, _ wallClock: Instant) -> Bool {
    let stored = messages[position]
    quiet?.narrow(to: stored.message, around: wallClock)
    let place = notifiedPositions.position(where: { $0 < position })
    let isKnown = place < notifiedPositions.count && notifiedPositions[place] == position
    switch (isKnown, stored.isVisible(at: wallClock)) {
    case (false, false): return false
    case (false, true):
      notified.insert(stored, at: place)
      notifiedPositions.insert(position, at: place)
      unread += stored.unreadCount
    case (true, false):
      unread -= notified.remove(at: place).unreadCount
      notifiedPositions.remove(at: place)
    case (true, true):
      guard notified[place] != stored else { return false }
      unread += stored.unreadCount - notified[place].unreadCount
      notified[place] = stored
    }
    return true
  }
}

extension StoredInboxMessage {
  /// Whether the app shows the message at an instant of the wall clock.
  func isVisible(at wallClock: Instant) -> Bool {
    status != .deleted && isOpen(message.start, message.end, at: wallClock)
  }

  fileprivate var unreadCount: Int64 { status == .unread ? 1 : 0 }
}

extension [StoredInboxMessage] {
  /// The number of messages that are unread.
  var unreadCount: Int64 { reduce(0) { $0 + $1.unreadCount } }
}

/// A span of the wall clock in which no date of a message lies but at its start.
private struct QuietSpan: Sendable {
  private var start = Instant.distantPast
  private var end = Instant.distantFuture

  func contains(_ wallClock: Instant) -> Bool { start <= wallClock && wallClock < end }

  /// Keeps the part around an instant in which none of the message's dates lies.
  mutating func narrow(to message: InboxMessage, around wallClock: Instant) {
    for case let date? in [message.start, message.end] {
      if date <= wallClock { start = max(start, date) } else { end = min(end, date) }
    }
  }
}
