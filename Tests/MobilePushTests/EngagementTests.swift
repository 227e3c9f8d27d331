import EventSourcing
import Testing

@testable import MobilePush

/// Messages that no spec can have, because its reader refuses them.
struct EngagementTests {
  @Test func `a message without an id or a trigger is not published`() {
    var state = Engagement.initial
    var effects = Effects<EngagementEffect>()
    let untriggered = InAppMessage(id: "a", version: 1, priority: 0, trigger: .sample)
    let unnamed = InAppMessage(
      id: "", version: 1, priority: 0, trigger: InAppTrigger(event: "bought"))
    for event in [
      EngagementEvent.inAppPublished(message: untriggered), .inAppPublished(message: unnamed),
      .inboxPublished(message: InboxMessage(id: "", subject: "Hello")),
    ] {
      Engagement.reduce(
        &state, RecordedEvent(seq: 1, at: .sample, party: "engagement", event: event),
        into: &effects)
    }
    #expect(state.inApp.isEmpty && state.inbox.isEmpty)
  }
}
