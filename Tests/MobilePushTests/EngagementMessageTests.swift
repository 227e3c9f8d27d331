import EventSourcing
import MobilePush
import Testing

struct EngagementMessageTests {
  @Test func `a download brings every published message, edits in place of the original`() {
    var engagement = EngagementDialogue.withVisiblePhone
    engagement.hear(.inAppPublished(message: inApp("a")))
    engagement.hear(.inAppPublished(message: inApp("b")))
    engagement.hear(.inAppEdited(message: inApp("a")))
    #expect(download(&engagement) == ["a v2", "b v1"])
  }

  @Test func `a deleted message is not handed out, and comes back with a higher version`() {
    var engagement = EngagementDialogue.withVisiblePhone
    engagement.hear(.inAppPublished(message: inApp("a", version: 4)))
    #expect(engagement.hear(.inAppDeleted(id: "a")).isEmpty)
    #expect(download(&engagement) == [])
    engagement.hear(.inAppEdited(message: inApp("a", version: 2)))
    #expect(download(&engagement) == ["a v5"])
  }

  @Test func `a device gets no message before a registration of it is visible`() {
    var engagement = EngagementDialogue()
    engagement.hear(.inAppPublished(message: inApp("a")))
    #expect(download(&engagement) == [])
    engagement.register("phone")
    engagement.wait(.minutes(5) - .milliseconds(1))
    #expect(download(&engagement) == [])
    engagement.wait(.milliseconds(1))
    #expect(download(&engagement) == ["a v1"])
  }

  @Test(arguments: [
    EngagementEvent.inAppDeleted(id: "x"),
    .inAppEdited(message: InAppMessage(id: "x", version: 1, priority: 0, trigger: .sample)),
  ])
  func `what was never published cannot be changed`(event: EngagementEvent) {
    var engagement = EngagementDialogue()
    #expect(engagement.hear(event) == [.diagnose(code: .unknownMessage, detail: "x")])
  }

  @Test func `a message without an id or a trigger is not published`() {
    var engagement = EngagementDialogue.withVisiblePhone
    engagement.hear(.inAppPublished(message: inApp("")))
    engagement.hear(
      .inAppPublished(message: InAppMessage(id: "a", version: 1, priority: 0, trigger: .sample)))
    engagement.hear(.inboxPublished(message: InboxMessage(id: "", subject: "Hello")))
    #expect(download(&engagement) == [])
    #expect(
      engagement.hear(.inboxMessagesRequested(device: "phone", request: 2))
        == [.answerDownload(device: "phone", request: 2, messages: [])])
  }

  @Test func `while the server is down every call is answered 503 and changes nothing`() {
    var engagement = EngagementDialogue()
    engagement.hear(.inAppPublished(message: inApp("a")))
    engagement.hear(.serverDown)
    #expect(
      engagement.register("phone", key: "user.a")
        == [.answerRequest(device: "phone", request: 1, status: 503)])
    #expect(
      engagement.hear(.inAppMessagesRequested(device: "phone", request: 2))
        == [.answerRequest(device: "phone", request: 2, status: 503)])
    #expect(engagement.state.billable == 0)
    engagement.hear(.serverUp)
    engagement.register("phone", key: "user.a")
    #expect(engagement.state.billable == 1)
  }

  private func inApp(_ id: String, version: Int64 = 1) -> InAppMessage {
    InAppMessage(id: id, version: version, priority: 0, trigger: InAppTrigger(event: "e"))
  }

  private func download(_ engagement: inout EngagementDialogue) -> [String] {
    engagement.hear(.inAppMessagesRequested(device: "phone", request: 1)).flatMap { effect in
      guard case .answerDownload(_, _, let messages) = effect else { return [String]() }
      return messages.map { "\($0.id) v\($0.version ?? 0)" }
    }
  }
}
