import EventSourcing
import MobilePush
import Testing

struct EngagementVisibilityTests {
  @Test(arguments: [TimeSpan.minutes(5), .minutes(15)])
  func `data becomes visible exactly one delay after its receipt`(delay: TimeSpan) {
    var engagement = EngagementDialogue(propagation: delay)
    let effects = engagement.register("phone", key: "user.a", token: "t")
    #expect(effects.last == .awaitVisibility(due: engagement.now + delay))
    engagement.wait(delay - .milliseconds(1))
    #expect(pushes(engagement.hear(.pushSent(contact: "user.a", id: "p1"))) == [])
    engagement.wait(.milliseconds(1))
    #expect(pushes(engagement.hear(.pushSent(contact: "user.a", id: "p1"))) == ["phone t p1"])
  }

  @Test func `each of several calls waits for its own delay`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.wait(.minutes(1))
    let second = engagement.register("tablet", key: "user.a", token: "t2")
    #expect(!second.contains { $0.name == .awaitVisibility })
    let first = engagement.wait(.minutes(4))
    #expect(first == [.awaitVisibility(due: engagement.now + .minutes(1))])
    #expect(
      pushes(engagement.hear(.pushSent(contact: "user.a", id: "p1"))) == ["phone t1 p1"])
    engagement.wait(.minutes(1))
    #expect(
      pushes(engagement.hear(.pushSent(contact: "user.a", id: "p2")))
        == ["phone t1 p2", "tablet t2 p2"])
  }

  @Test func `a shorter delay lets later data overtake what was received before`() {
    var engagement = EngagementDialogue(propagation: .minutes(15))
    engagement.register("phone", key: "user.a", token: "t1")
    engagement.state.propagation = .minutes(5)
    let effects = engagement.register("tablet", key: "user.b", token: "t2")
    #expect(effects.last == .awaitVisibility(due: engagement.now + .minutes(5)))
    engagement.wait(.minutes(5))
    #expect(pushes(engagement.hear(.pushSent(contact: "user.b", id: "p"))).count == 1)
    #expect(pushes(engagement.hear(.pushSent(contact: "user.a", id: "p"))).isEmpty)
  }

  @Test func `contacts change at receipt, their visible side a delay later`() {
    var engagement = EngagementDialogue()
    engagement.register("phone", key: "user.a", optedIn: false)
    #expect(engagement.reported("contacts")?["user.a"]?["opted_in"] == .boolean(false))
    #expect(engagement.reported("visible")?["contacts"] == .fields([]))
    engagement.wait(.minutes(5))
    #expect(engagement.reported("visible")?["contacts"]?["user.a"]?["devices"] == .integer(1))
  }

  @Test func `the last app open is the later of a registration and an opening`() {
    var engagement = EngagementDialogue()
    engagement.wait(.hours(1))
    engagement.register("phone", key: "user.a")
    let registered = engagement.now
    report([(1, registered - .minutes(1))], to: &engagement)
    #expect(opened(engagement) == .instant(registered))
    report([(2, registered + .seconds(1))], to: &engagement)
    #expect(opened(engagement) == .instant(registered + .seconds(1)))
    #expect(engagement.reported("visible")?["contacts"]?["user.a"] == nil)
    engagement.wait(.minutes(5))
    #expect(
      engagement.reported("visible")?["contacts"]?["user.a"]?["last_app_open"]
        == .instant(registered + .seconds(1)))
  }

  @Test func `each analytics entry is counted once, in whatever batch it comes`() {
    var engagement = EngagementDialogue()
    let at = engagement.now
    report([(1, at), (2, at)], to: &engagement)
    report([(2, at), (5, at), (3, at)], to: &engagement)
    report([(4, at), (1, at), (3, at), (5, at)], to: &engagement)
    #expect(engagement.state.entriesCounted == 5)
  }

  @Test func `two devices may number their entries alike`() {
    var engagement = EngagementDialogue()
    report([(1, engagement.now)], to: &engagement)
    report([(1, engagement.now)], of: "tablet", to: &engagement)
    #expect(engagement.state.entriesCounted == 2)
  }

  @Test func `an attribute that was never created is accepted and refused in processing`() {
    var engagement = EngagementDialogue()
    engagement.hear(.attributeCreated(key: "city"))
    let effects = engagement.register("phone", key: "user.a", attributes: ["city", "pet"])
    #expect(effects.first == .answerRequest(device: "phone", request: 1, status: 201))
    #expect(engagement.state.refused == [])
    let processed = engagement.wait(.minutes(5))
    #expect(processed == [.diagnose(code: .unknownAttribute, detail: "pet")])
    #expect(engagement.state.refused == [RefusedAttribute(device: "phone", key: "pet")])
    engagement.hear(.attributeCreated(key: "pet"))
    engagement.register("phone", key: "user.a", attributes: ["city", "pet"])
    engagement.wait(.minutes(5))
    #expect(engagement.state.refused == [])
  }

  private func report(
    _ entries: [(entry: Int64, at: Instant)], of device: String = "phone",
    to engagement: inout EngagementDialogue
  ) {
    let batch = entries.map { AnalyticsEntry(entry: $0.entry, kind: .appOpened, at: $0.at) }
    engagement.hear(.analyticsArrived(device: device, request: 1, batch: batch))
  }

  private func opened(_ engagement: EngagementDialogue) -> Value? {
    engagement.reported("contacts")?["user.a"]?["last_app_open"]
  }
}

/// The notifications among `effects`, as device, token and id.
func pushes(_ effects: [EngagementEffect]) -> [String] {
  effects.compactMap {
    if case .submitPush(let device, let token, let id) = $0 {
      "\(device) \(token.text) \(id)"
    } else {
      nil
    }
  }
}
