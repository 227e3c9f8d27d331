import EventSourcing
import MobilePush

/// The messages that a device has to have by its downloads, and what was done with them.
struct MessageModel: Hashable {
  private(set) var inApp: [StoredInAppMessage] = []
  private(set) var inbox: [StoredInboxMessage] = []
  private var lastInboxAnswer: Int64 = 0

  /// Takes what a fetch of in-app messages brought.
  mutating func download(inApp messages: [DownloadedMessage]) {
    for message in messages.compactMap(\.inApp) {
      let known = inApp.firstIndex { $0.message.id == message.id }
      if let known {
        if inApp[known].message.version < message.version {
          inApp[known] = StoredInAppMessage(message: message)
        }
      } else {
        inApp.append(StoredInAppMessage(message: message))
      }
    }
  }

  /// Takes what a fetch of the inbox brought; an older answer that comes later is stale.
  mutating func download(inbox messages: [DownloadedMessage], by request: Int64) {
    guard request > lastInboxAnswer else { return }
    lastInboxAnswer = request
    for message in messages.compactMap(\.inbox) {
      if let known = inbox.firstIndex(where: { $0.message.id == message.id }) {
        if inbox[known].status != .deleted, inbox[known].message != message {
          inbox[known] = StoredInboxMessage(message: message)
        }
      } else {
        inbox.append(StoredInboxMessage(message: message))
      }
    }
  }

  mutating func read(_ id: String) { mark(id) { $0 == .unread ? .read : $0 } }

  mutating func delete(_ id: String) { mark(id) { _ in .deleted } }

  private mutating func mark(_ id: String, _ status: (InboxStatus) -> InboxStatus) {
    if let index = inbox.firstIndex(where: { $0.message.id == id }) {
      inbox[index].status = status(inbox[index].status)
    }
  }

  mutating func show(_ id: String) {
    if let index = inApp.firstIndex(where: { $0.message.id == id }) {
      inApp[index].displays += 1
    }
  }

  /// The message that a custom event has to bring to the screen.
  func chosen(
    by event: String, _ attributes: TextMap<AttributeValue>?, at wallClock: Instant
  ) -> InAppMessage? {
    let eligible = inApp.filter { stored in
      isEligible(stored, at: wallClock)
        && isTriggered(stored.message.trigger, by: event, attributes)
    }
    return eligible.map(\.message).min { left, right in
      if left.priority != right.priority { return left.priority < right.priority }
      if left.version != right.version { return left.version > right.version }
      return precedes(left.id, right.id)
    }
  }

  private func isEligible(_ stored: StoredInAppMessage, at wallClock: Instant) -> Bool {
    let message = stored.message
    if let limit = message.displayLimit, stored.displays >= limit { return false }
    if let start = message.start, wallClock < start { return false }
    if let end = message.end, wallClock >= end { return false }
    return true
  }

  private func isTriggered(
    _ trigger: InAppTrigger, by event: String, _ given: TextMap<AttributeValue>?
  ) -> Bool {
    guard trigger.event == event else { return false }
    guard let wanted = trigger.attributes else { return true }
    return wanted.entries.allSatisfy { given?[$0.key] == $0.value }
  }
}
