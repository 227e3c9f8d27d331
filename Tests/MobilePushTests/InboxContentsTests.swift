import EventSourcing
import Testing

@testable import MobilePush

struct InboxContentsTests {
  private let dates = ([.min, 0, 1, 2, 3, .max] as [Int64]).map { Instant(milliseconds: $0) }

  /// Comparing what changed comes to the same as comparing everything.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the app is notified exactly when the visible messages are not those it knows`(
    seed: UInt64
  ) {
    var stream = RandomStream(seed: seed, name: "inbox")
    var contents = InboxContents()
    for _ in 0..<300 {
      change(&contents, &stream)
      if stream.below(20) == 0 { contents = readAgain(contents) }
      if stream.below(3) == 0 { continue }
      let wallClock = stream.pick(dates)
      let visible = contents.visible(at: wallClock)
      let differs = visible != contents.notified
      #expect(contents.notify(at: wallClock) == differs)
      #expect(contents.notified == visible)
      #expect(contents.unread == visible.unreadCount)
    }
  }

  @Test func `what was read from a file is compared as a whole`() {
    let known = StoredInboxMessage(message: InboxMessage(id: "a", subject: "gone"))
    var contents = InboxContents(messages: [], notified: [known])
    let notifies = contents.notify(at: .distantPast)
    #expect(notifies)
    #expect(contents.notified == [])
  }

  @Test func `of two messages with one id the first is meant`() {
    let message = StoredInboxMessage(message: InboxMessage(id: "a", subject: "s"))
    var contents = InboxContents(messages: [message, message])
    #expect(contents.position(of: "a") == 0)
  }

  /// The memory of earlier comparisons must not make equal inboxes differ.
  @Test func `two inboxes with the same messages are equal, whatever was compared before`() {
    var left = InboxContents()
    _ = left.store(InboxMessage(id: "a", subject: "s"))
    let right = readAgain(left)
    _ = left.notify(at: Instant(milliseconds: 0))
    _ = left.notify(at: Instant(milliseconds: 1))
    #expect(left != right)
    #expect(left == readAgain(left))
  }

  private func change(_ contents: inout InboxContents, _ stream: inout RandomStream) {
    let id = stream.pick(["a", "b", "c", "d", "e"])
    if stream.below(2) == 0 {
      _ = contents.store(
        InboxMessage(
          id: id, subject: stream.pick(["s", "t"]), start: stream.pick([nil] + dates),
          end: stream.pick([nil] + dates)))
    } else if let position = contents.position(of: id) {
      contents.mark(at: position, as: stream.pick([.unread, .read, .read, .deleted]))
    }
  }

  private func readAgain(_ contents: InboxContents) -> InboxContents {
    InboxContents(messages: contents.messages, notified: contents.notified)
  }
}
