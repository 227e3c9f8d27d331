import EventSourcing
import MobilePush
import Testing

struct InboxTests {
  @Test func `a refresh is refused for a minute, and a refused one starts none`() {
    var phone = Phone.registered
    #expect(phone.happen(.inboxRefreshRequested, at: .zero).count == 1)
    let refused = MobilePushEffect.refuseInboxRefresh(retryAt: Phone.start + .seconds(60))
    #expect(phone.happen(.inboxRefreshRequested, at: .seconds(30)) == [refused])
    #expect(phone.happen(.inboxRefreshRequested, at: .milliseconds(59_999)) == [refused])
    #expect(phone.happen(.inboxRefreshRequested, at: .seconds(60)).count == 1)
    #expect(phone.log.count == 4)
  }

  @Test(arguments: MobilePushReadings.InboxLimit.allCases)
  func `what starts the minute is a reading`(limit: MobilePushReadings.InboxLimit) {
    var phone = Phone.registered
    let readings = MobilePushReadings(inboxLimitCounts: limit)
    phone.happen(.readingsSet(profile: "documents", readings: readings), at: .zero)
    phone.happen(.silentPushReceived(content: "inbox"), at: .seconds(1))
    let effects = phone.happen(.inboxRefreshRequested, at: .seconds(2))
    switch limit {
    case .refresh: #expect(fetches(effects) == [.refresh])
    case .everyFetch:
      #expect(effects == [.refuseInboxRefresh(retryAt: Phone.start + .seconds(61))])
      #expect(phone.happen(.silentPushReceived(content: "inbox"), at: .seconds(3)).count == 1)
    }
  }

  @Test func `a refresh that waits for the network counts from when it leaves`() {
    var phone = Phone.registered
    phone.happen(.connectivityChanged(online: false), at: .zero)
    #expect(phone.happen(.inboxRefreshRequested, at: .zero) == [])
    phone.happen(.silentPushReceived(content: "inbox"), at: .seconds(1))
    phone.happen(.inboxRefreshRequested, at: .seconds(2))
    #expect(phone.diagnoses == [.refreshWaiting])
    let effects = phone.happen(.connectivityChanged(online: true), at: .seconds(50))
    #expect(fetches(effects) == [.refresh])
    #expect(
      phone.happen(.inboxRefreshRequested, at: .seconds(60))
        == [.refuseInboxRefresh(retryAt: Phone.start + .seconds(110))])
  }

  @Test func `coming to the front fetches, permitted or not`() {
    var phone = Phone.registered
    phone.happen(.pushPermissionChanged(optedIn: false), at: .zero)
    phone.happen(.appBackgrounded, at: .zero)
    #expect(fetches(phone.happen(.appForegrounded, at: .seconds(1))) == [.foreground])
    phone.happen(.processTerminated, at: .seconds(2))
    #expect(fetches(phone.happen(.appLaunched(), at: .seconds(3))) == [.foreground])
  }

  @Test func `the app is notified of new messages, which are recorded, and not of known ones`() {
    var phone = Phone.registered
    #expect(bring(["a", "b"], to: &phone) == [.notifyInboxUpdated(unread: 2)])
    #expect(bring(["b", "a"], to: &phone) == [])
    #expect(bring([], to: &phone) == [])
    #expect(phone.state.analytics.queue.value.map(\.kind) == [.inboxDownloaded, .inboxDownloaded])
  }

  @Test func `read and deleted are one-way, and survive the same content`() {
    var phone = Phone.registered
    bring(["a", "b"], to: &phone)
    #expect(phone.happen(.inboxMessageRead(id: "a"), at: .zero) == [.notifyInboxUpdated(unread: 1)])
    #expect(phone.happen(.inboxMessageRead(id: "a"), at: .zero) == [])
    #expect(phone.diagnoses == [.alreadyDone])
    let deletion = phone.happen(.inboxMessageDeleted(id: "a"), at: .zero)
    #expect(deletion == [.notifyInboxUpdated(unread: 1)])
    phone.happen(.inboxMessageRead(id: "a"), at: .zero)
    #expect(phone.diagnoses == [.alreadyDone])
    phone.happen(.inboxMessageRead(id: "x"), at: .zero)
    #expect(phone.diagnoses == [.unknownMessage])
    #expect(bring(["a", "b"], to: &phone) == [])
    let kinds = phone.state.analytics.queue.value.map(\.kind).dropFirst(2)
    #expect(Array(kinds) == [.inboxRead, .inboxDeleted])
  }

  @Test func `an edit resets read, and a deleted message stays deleted`() {
    var phone = Phone.registered
    bring(["a", "b"], to: &phone)
    phone.happen(.inboxMessageRead(id: "a"), at: .zero)
    phone.happen(.inboxMessageDeleted(id: "b"), at: .zero)
    #expect(bring(["a", "b"], subject: "new", to: &phone) == [.notifyInboxUpdated(unread: 1)])
    #expect(phone.state.inbox.contents.messages.map(\.status) == [.unread, .deleted])
  }

  @Test func `an older answer that comes late does not bring old content back`() {
    var phone = Phone.registered
    phone.happen(.silentPushReceived(content: "inbox"), at: .zero)
    phone.happen(.silentPushReceived(content: "inbox"), at: .zero)
    let requests = phone.waiting
    phone.happen(answer(requests[1], [InboxMessage(id: "a", subject: "new")]), at: .zero)
    phone.happen(answer(requests[0], [InboxMessage(id: "a", subject: "old")]), at: .zero)
    #expect(phone.diagnoses == [.staleAnswer])
    #expect(phone.state.inbox.contents.messages[0].message.subject == "new")
  }

  @Test func `dates go by the wall clock, from the start up to the end`() {
    var phone = Phone.registered
    phone.happen(.silentPushReceived(content: "inbox"), at: .zero)
    let message = InboxMessage(
      id: "a", subject: "s", start: Phone.start + .seconds(10), end: Phone.start + .seconds(20))
    #expect(phone.happen(answer(phone.waiting[0], [message]), at: .zero) == [])
    for (moment, count) in [(9_999, 0), (10_000, 1), (19_999, 1), (20_000, 0)] {
      let view = phone.state.at(Phone.start + .milliseconds(Int64(moment))).value
      #expect(view["inbox"]?["unread"] == .integer(Int64(count)))
    }
    #expect(
      phone.happen(.wallClockChanged(by: .seconds(10)), at: .zero)
        == [.notifyInboxUpdated(unread: 1)])
    #expect(
      phone.happen(.wallClockChanged(by: .seconds(10)), at: .zero)
        == [.notifyInboxUpdated(unread: 0)])
  }

  @Test func `a fetch that failed is not repeated before its next trigger`() {
    var phone = Phone.registered
    phone.happen(.silentPushReceived(content: "inbox"), at: .zero)
    phone.answerAll(500, at: .seconds(1))
    phone.run(until: .days(1))
    #expect(phone.log.count == 1)
  }

  @Test func `switched off, the inbox does nothing`() {
    var phone = Phone()
    let launch = phone.happen(.appLaunched(config: MobilePushConfig(inbox: false)), at: .zero)
    #expect(fetches(launch) == [])
    #expect(phone.happen(.inboxRefreshRequested, at: .zero) == [])
    #expect(phone.diagnoses == [.featureOff])
    #expect(phone.happen(.silentPushReceived(content: "inbox"), at: .zero) == [])
  }

  @discardableResult
  private func bring(
    _ ids: [String], subject: String = "s", to phone: inout Phone
  ) -> [MobilePushEffect] {
    phone.happen(.silentPushReceived(content: "inbox"), at: .zero)
    let messages = ids.map { InboxMessage(id: $0, subject: subject) }
    return phone.happen(answer(phone.waiting[0], messages), at: .zero)
  }

  private func answer(_ request: Int64, _ messages: [InboxMessage]) -> MobilePushEvent {
    .responseReceived(
      request: request, status: 200, messages: messages.map(DownloadedMessage.init))
  }

  private func fetches(_ effects: [MobilePushEffect]) -> [InboxFetchReason] {
    effects.compactMap {
      if case .fetchInboxMessages(_, let reason) = $0 { reason } else { nil }
    }
  }
}
