import EventSourcing
import MobilePush
import Platform
import Testing

struct InAppTests {
  @Test func `messages are synced at the start of every session, permitted or not`() {
    var phone = Phone.registered
    phone.happen(.pushPermissionChanged(optedIn: false), at: .zero)
    phone.happen(.appBackgrounded, at: .zero)
    #expect(fetches(phone.happen(.appForegrounded, at: .seconds(1))) == [.sessionStart])
    phone.happen(.appForceClosed, at: .seconds(2))
    #expect(fetches(phone.happen(.appLaunched(), at: .seconds(3))) == [.sessionStart])
    phone.happen(.appForceClosed, at: .seconds(4))
    #expect(fetches(phone.happen(.appLaunched(state: .background), at: .seconds(5))) == [])
  }

  @Test func `a fetch that is due offline leaves with the network, also in a later process`() {
    var phone = Phone.registered
    phone.happen(.connectivityChanged(online: false), at: .zero)
    #expect(phone.happen(.silentPushReceived(content: "in_app"), at: .zero) == [])
    phone.happen(.processTerminated, at: .seconds(1))
    #expect(phone.happen(.connectivityChanged(online: true), at: .seconds(2)) == [])
    let launch = phone.happen(.appLaunched(state: .background), at: .seconds(3))
    #expect(fetches(launch) == [.silentPush])
    phone.happen(.connectivityChanged(online: true), at: .seconds(4))
    #expect(phone.state.inApp.inFlight.count == 1)
  }

  @Test func `a newer version replaces the older one, and an older one comes too late`() {
    var phone = holding([message("a", version: 2)])
    #expect(phone.happen(event, at: .zero) == [.showInAppMessage(id: "a", version: 2)])
    phone.happen(.inAppMessageDismissed(id: "a"), at: .zero)
    bring([message("a", version: 1), message("a", version: 2, priority: 9)], to: &phone)
    #expect(phone.state.inApp.messages == [stored(message("a", version: 2), displays: 1)])
    bring([message("a", version: 3)], to: &phone)
    #expect(phone.state.inApp.messages == [stored(message("a", version: 3), displays: 0)])
  }

  @Test func `a message that the server no longer lists stays functional`() {
    var phone = holding([message("a")])
    bring([], to: &phone)
    #expect(phone.happen(event, at: .zero) == [.showInAppMessage(id: "a", version: 1)])
  }

  @Test func `priority decides, then the version, then the id`() {
    let messages = [
      message("d", version: 9, priority: 2), message("c", priority: 1),
      message("b", version: 2, priority: 1), message("a", version: 2, priority: 1),
    ]
    var phone = holding(messages)
    var shown: [String] = []
    for _ in messages {
      guard case .showInAppMessage(let id, _)? = phone.happen(event, at: .zero).first else { break }
      shown.append(id)
      phone.happen(.inAppMessageDismissed(id: id), at: .zero)
    }
    #expect(shown == ["a", "b", "c", "d"])
  }

  @Test func `one message is on screen at a time, and a trigger meanwhile is spent`() {
    var phone = holding([message("a"), message("b")])
    phone.happen(event, at: .zero)
    #expect(phone.happen(event, at: .seconds(1)) == [])
    #expect(phone.happen(.inAppMessageDismissed(id: "a"), at: .seconds(2)) == [])
    #expect(phone.happen(event, at: .seconds(3)) == [.showInAppMessage(id: "b", version: 1)])
  }

  @Test func `the screen is free again in the next process`() {
    var phone = holding([message("a"), message("b")])
    phone.happen(event, at: .zero)
    phone.happen(.appForceClosed, at: .seconds(1))
    phone.happen(.appLaunched(), at: .seconds(2))
    #expect(phone.happen(event, at: .seconds(3)) == [.showInAppMessage(id: "b", version: 1)])
  }

  @Test func `the limit counts displays of this version`() {
    var phone = holding([message("a", limit: 2)])
    for shows in [true, true, false] {
      #expect(phone.happen(event, at: .zero).isEmpty != shows)
      phone.happen(.inAppMessageDismissed(id: "a"), at: .zero)
    }
  }

  @Test func `dates go by the wall clock, from the start up to the end`() {
    var message = message("a", limit: nil)
    message.start = Phone.start + .seconds(10)
    message.end = Phone.start + .seconds(20)
    for (moment, shows) in [(9_999, false), (10_000, true), (19_999, true), (20_000, false)] {
      var phone = holding([message])
      #expect(phone.happen(event, at: .milliseconds(Int64(moment))).isEmpty != shows)
      phone = holding([message])
      phone.happen(.wallClockChanged(by: .milliseconds(Int64(moment))), at: .zero)
      #expect(phone.happen(event, at: .zero).isEmpty != shows)
    }
  }

  @Test func `a trigger asks for its attributes and ignores others`() {
    var message = message("a", limit: nil)
    message.trigger.attributes = ["colour": "red"]
    for (given, shows) in [
      (["colour": "red", "size": "9"], true), (["colour": "blue"], false), (["size": "9"], false),
    ] as [(TextMap<AttributeValue>, Bool)] {
      var phone = holding([message])
      let tracked = MobilePushEvent.customEventTracked(name: "bought", attributes: given)
      #expect(phone.happen(tracked, at: .zero).isEmpty != shows)
    }
    var phone = holding([message])
    #expect(phone.happen(event, at: .zero) == [])
    #expect(phone.happen(.customEventTracked(name: "Bought"), at: .zero) == [])
  }

  @Test func `nothing is shown in the background`() {
    var phone = holding([message("a")])
    phone.happen(.appBackgrounded, at: .zero)
    #expect(phone.happen(event, at: .seconds(1)) == [])
  }

  @Test func `displays, interactions and dismissals are recorded once each`() {
    var phone = holding([message("a")])
    phone.happen(event, at: .zero)
    phone.happen(.inAppMessageInteracted(id: "a", button: "ok"), at: .zero)
    phone.happen(.inAppMessageInteracted(id: "b"), at: .zero)
    #expect(phone.diagnoses == [.notShowing])
    phone.happen(.inAppMessageDismissed(id: "a"), at: .zero)
    phone.happen(.inAppMessageDismissed(id: "a"), at: .zero)
    #expect(phone.diagnoses == [.notShowing])
    let kinds = phone.state.analytics.queue.value.map(\.kind)
    #expect(kinds == [.customEvent, .inAppShown, .inAppInteracted, .inAppDismissed])
    #expect(phone.state.analytics.queue.value[2].button == "ok")
  }

  @Test func `an answer with a message that is none is diagnosed, and the rest is kept`() {
    var phone = Phone.registered
    phone.happen(.silentPushReceived(content: "in_app"), at: .minutes(-1))
    let odd = [
      DownloadedMessage(id: "x"), DownloadedMessage(InboxMessage(id: "y", subject: "s")),
      DownloadedMessage(message("")), DownloadedMessage(message("a")),
    ]
    phone.happen(answer(phone.waiting[0], odd), at: .minutes(-1))
    #expect(phone.diagnoses == [.invalidMessage, .invalidMessage, .invalidMessage])
    #expect(phone.state.inApp.messages.map(\.message.id) == ["a"])
  }

  private let event = MobilePushEvent.customEventTracked(name: "bought")

  private func message(
    _ id: String, version: Int64 = 1, priority: Int64 = 0, limit: Int64? = 1
  ) -> InAppMessage {
    InAppMessage(
      id: id, version: version, priority: priority, trigger: InAppTrigger(event: "bought"),
      displayLimit: limit)
  }

  private func stored(_ message: InAppMessage, displays: Int64) -> StoredInAppMessage {
    StoredInAppMessage(message: message, displays: displays)
  }

  private func holding(_ messages: [InAppMessage]) -> Phone {
    var phone = Phone.registered
    bring(messages, to: &phone, at: .minutes(-1))
    return phone
  }

  private func bring(
    _ messages: [InAppMessage], to phone: inout Phone, at time: TimeSpan = .zero
  ) {
    phone.happen(.silentPushReceived(content: "in_app"), at: time)
    phone.happen(answer(phone.waiting[0], messages.map(DownloadedMessage.init)), at: time)
  }

  private func answer(_ request: Int64, _ messages: [DownloadedMessage]) -> MobilePushEvent {
    .responseReceived(request: request, status: 200, messages: messages)
  }

  private func fetches(_ effects: [MobilePushEffect]) -> [InAppFetchReason] {
    effects.compactMap {
      if case .fetchInAppMessages(_, let reason) = $0 { reason } else { nil }
    }
  }
}
