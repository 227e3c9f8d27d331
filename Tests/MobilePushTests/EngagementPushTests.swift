import EventSourcing
import MobilePush
import Testing

struct EngagementPushTests {
  @Test func `pushes go to opted-in devices with a token only`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.register("tablet", key: "user.a", token: "t2", optedIn: false)
    engagement.register("watch", key: "user.a")
    engagement.wait(.minutes(5))
    #expect(
      pushes(engagement.hear(.pushSent(contact: "user.a", id: "p1"))) == ["phone t1 p1"])
    #expect(engagement.state.optedOut == ["tablet"])
  }

  @Test func `the token is that of the latest processed registration`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.wait(.minutes(5))
    engagement.register("phone", key: "user.a", token: "t2")
    #expect(
      pushes(engagement.hear(.pushSent(contact: "user.a", id: "p1"))) == ["phone t1 p1"])
    engagement.wait(.minutes(5))
    #expect(
      pushes(engagement.hear(.pushSent(contact: "user.a", id: "p2"))) == ["phone t2 p2"])
  }

  @Test func `silent pushes announce messages to opted-in devices only`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", token: "t1")
    engagement.register("tablet", token: "t2", optedIn: false)
    engagement.wait(.minutes(5))
    engagement.register("late", token: "t3")
    let effects = engagement.hear(.inboxPublished(message: InboxMessage(id: "i", subject: "")))
    #expect(effects == [.submitSilentPush(device: "phone", token: "t1", content: "inbox")])
  }

  @Test func `after an invalid token only a new one opts the device in again`() {
    var engagement = bounced(.invalidToken)
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.wait(.minutes(5))
    #expect(engagement.state.optedOut == ["phone"])
    engagement.register("phone", key: "user.a", token: "t2")
    #expect(engagement.state.optedOut == ["phone"])
    engagement.wait(.minutes(5))
    #expect(engagement.state.optedOut == [])
    #expect(
      pushes(engagement.hear(.pushSent(contact: "user.a", id: "p2"))) == ["phone t2 p2"])
  }

  @Test(arguments: [BounceReason.wrongAuthKey, .optedOut])
  func `after another bounce a registration with opt-in is enough`(reason: BounceReason) {
    var engagement = bounced(reason)
    #expect(pushes(engagement.hear(.pushSent(contact: "user.a", id: "p2"))) == [])
    engagement.register("phone", key: "user.a", token: "t1", optedIn: false)
    engagement.wait(.minutes(5))
    #expect(engagement.state.optedOut == ["phone"])
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.wait(.minutes(5))
    #expect(engagement.state.optedOut == [])
  }

  @Test func `a bounce of an old token says nothing about the new one`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.wait(.minutes(5))
    engagement.register("phone", key: "user.a", token: "t2")
    engagement.hear(.pushBounced(device: "phone", token: "t1", reason: .invalidToken))
    #expect(engagement.reported("contacts")?["user.a"]?["opted_in"] == .boolean(true))
    #expect(engagement.state.optedOut == ["phone"])
    engagement.wait(.minutes(5))
    #expect(engagement.state.optedOut == [])
  }

  @Test func `a push to a contact that is not visible is noted`() {
    var engagement = EngagementDialogue()
    #expect(
      engagement.hear(.pushSent(contact: "unknown", id: "p1"))
        == [.diagnose(code: .unknownContact, detail: "p1")])
  }

  /// Engagement after its push to the phone of user A came back.
  private func bounced(_ reason: BounceReason) -> EngagementDialogue {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.wait(.minutes(5))
    engagement.hear(.pushSent(contact: "user.a", id: "p1"))
    engagement.hear(.pushBounced(device: "phone", token: "t1", reason: reason))
    return engagement
  }
}
