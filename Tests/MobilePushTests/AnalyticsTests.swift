import EventSourcing
import MobilePush
import Platform
import Testing

struct AnalyticsTests {
  @Test func `analytics leave at transitions only, with the entry of the transition`() {
    var phone = Phone.registered
    #expect(phone.happen(.notificationOpened(id: "n-1", button: "reply"), at: .zero) == [])
    let effects = phone.happen(.appBackgrounded, at: .seconds(1))
    let batch = batch(of: effects)
    #expect(batch.map(\.kind) == [.notificationOpened, .appClosed])
    #expect(batch[0].button == "reply")
    #expect(batch[1].duration == .hours(1) + .seconds(1))
    #expect(batch[0].entry + 1 == batch[1].entry)
    let next = phone.happen(.appForegrounded, at: .seconds(2))
    #expect(self.batch(of: next).isEmpty)
  }

  @Test func `an answer takes exactly what it acknowledges out of the queue`() {
    var phone = Phone.registered
    phone.happen(.appBackgrounded, at: .zero)
    phone.happen(.customEventTracked(name: "late"), at: .seconds(1))
    phone.answerAll(at: .seconds(2))
    #expect(phone.state.analytics.queue.value.map(\.name) == ["late"])
  }

  @Test(arguments: [Int64(500), 400, 302, 0, -1])
  func `a batch that failed stays and leaves at the next transition`(status: Int64) {
    var phone = Phone.registered
    let first = batch(of: phone.happen(.appBackgrounded, at: .zero))
    phone.answerAll(status, at: .seconds(1))
    #expect(phone.state.analytics.queue.value == first)
    let second = batch(of: phone.happen(.appForegrounded, at: .seconds(2)))
    #expect(second.map(\.kind) == [.appClosed, .appOpened])
    #expect(second[0] == first[0])
  }

  @Test func `a force-close keeps them for the next opening, and a background launch waits`() {
    var phone = Phone.registered
    phone.happen(.customEventTracked(name: "x"), at: .zero)
    phone.happen(.appForceClosed, at: .seconds(1))
    #expect(batch(of: phone.happen(.appLaunched(state: .background), at: .seconds(2))).isEmpty)
    let sent = batch(of: phone.happen(.appForegrounded, at: .seconds(3)))
    #expect(sent.map(\.kind) == [.customEvent, .appOpened])
  }

  @Test func `a batch whose outcome is unknown is sent again with the same numbers`() {
    var phone = Phone.registered
    let first = batch(of: phone.happen(.appBackgrounded, at: .zero))
    phone.happen(.processTerminated, at: .seconds(1))
    let second = batch(of: phone.happen(.appLaunched(), at: .seconds(2)))
    #expect(second.first == first.first)
  }

  @Test func `offline they wait for the next transition, not for the network`() {
    var phone = Phone.registered
    phone.happen(.connectivityChanged(online: false), at: .zero)
    #expect(phone.happen(.appBackgrounded, at: .zero) == [])
    #expect(phone.happen(.connectivityChanged(online: true), at: .seconds(1)) == [])
    #expect(batch(of: phone.happen(.appForegrounded, at: .seconds(2))).count == 2)
  }

  @Test(arguments: [Int64(200), 503])
  func `a flush that a batch in flight holds back leaves as that batch ends`(status: Int64) {
    var phone = Phone.registered
    phone.happen(.appBackgrounded, at: .zero)
    let request = phone.waiting[0]
    #expect(batch(of: phone.happen(.appForegrounded, at: .seconds(1))).isEmpty)
    let owed = phone.happen(.responseReceived(request: request, status: status), at: .seconds(2))
    let kinds: [AnalyticsKind] = status == 200 ? [.appOpened] : [.appClosed, .appOpened]
    #expect(batch(of: owed).map(\.kind) == kinds)
    #expect(phone.happen(.requestFailed(request: 0, reason: .timeout), at: .seconds(3)) == [])
  }

  @Test func `a transition to where the app is already is none`() {
    var phone = Phone.registered
    #expect(phone.happen(.appForegrounded, at: .zero) == [])
    #expect(phone.diagnoses == [.alreadyThere])
    phone.happen(.appBackgrounded, at: .zero)
    #expect(phone.happen(.appBackgrounded, at: .zero) == [])
    #expect(phone.diagnoses == [.alreadyThere])
  }

  @Test func `switched off, nothing is recorded`() {
    var phone = Phone()
    phone.happen(.appLaunched(config: MobilePushConfig(analytics: false)), at: .zero)
    phone.happen(.customEventTracked(name: "x"), at: .zero)
    #expect(phone.happen(.appBackgrounded, at: .seconds(1)) == [])
    #expect(phone.state.analytics.queue.value == [])
  }

  private func batch(of effects: [MobilePushEffect]) -> [AnalyticsEntry] {
    effects.flatMap {
      if case .sendAnalytics(_, let batch) = $0 { batch } else { [] as [AnalyticsEntry] }
    }
  }
}
