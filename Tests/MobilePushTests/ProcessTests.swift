import EventSourcing
import MobilePush
import Platform
import Testing

struct ProcessTests {
  @Test func `the end of the process at any prefix of a run keeps what is to be kept`() {
    for length in 0...run.count {
      for end in [MobilePushEvent.appForceClosed, .processTerminated] {
        var phone = Phone()
        for (time, event) in run.prefix(length) {
          phone.run(until: time)
          phone.happen(event, at: time)
        }
        let before = phone.state
        let time = run.prefix(length).last?.0 ?? .zero
        #expect(phone.happen(end, at: time + .milliseconds(1)) == [])
        expectKept(before, phone.state)
        phone.happen(.appLaunched(), at: time + .seconds(1))
        expectAwake(phone)
      }
    }
  }

  @Test func `a crash that was not recorded ends the process all the same`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.run(until: .seconds(60))
    let request = phone.waiting[0]
    phone.happen(.appLaunched(state: .background), at: .seconds(65))
    phone.happen(.responseReceived(request: request, status: 201), at: .seconds(66))
    #expect(phone.diagnoses == [.unknownRequest])
    phone.run(until: .minutes(5))
    #expect(phone.sends == [.seconds(60), .seconds(120)])
  }

  @Test func `without a process calls, answers and timers are ignored and system facts are not`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.run(until: .seconds(60))
    let request = phone.waiting[0]
    phone.happen(.appForceClosed, at: .seconds(61))
    let before = phone.state.value
    for event in [
      MobilePushEvent.responseReceived(request: request, status: 201),
      .requestFailed(request: request, reason: .timeout), .timerFired(timer: .registration),
      .tagAdded(tag: "b"), .contactKeySet(key: "anna"), .inboxRefreshRequested,
      .customEventTracked(name: "x"), .silentPushReceived(content: "inbox"), .appForegrounded,
      .appBackgrounded, .processTerminated,
    ] {
      #expect(phone.happen(event, at: .seconds(62)) == [])
      #expect(phone.diagnoses == [.noProcess])
    }
    #expect(phone.state.value == before)
    for event in [
      MobilePushEvent.connectivityChanged(online: false), .pushPermissionChanged(optedIn: false),
      .deviceChanged(DeviceChange(locale: "nb_NO")), .wallClockChanged(by: .seconds(5)),
      .deviceTokenReceived(token: "token-2"),
    ] {
      let before = phone.state.value
      #expect(phone.happen(event, at: .seconds(63)) == [])
      #expect(phone.diagnoses == [])
      #expect(phone.state.value != before)
    }
  }

  @Test func `a background launch does what is due and nothing else`() {
    var phone = Phone.registered
    phone.happen(.notificationReceived(id: "n"), at: .zero)
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.happen(.appForceClosed, at: .seconds(1))
    let effects = phone.happen(.appLaunched(state: .background), at: .hours(5))
    #expect(effects.count == 1)
    #expect(phone.sends == [.hours(5)])
  }

  @Test func `requests are numbered in the documented order over all kinds and processes`() {
    var phone = Phone()
    phone.happen(.appLaunched(), at: .zero)
    #expect(phone.state.registration.inFlight == 1)
    #expect(phone.state.analytics.inFlight?.request == 2)
    #expect(phone.state.inApp.inFlight == [3])
    #expect(phone.state.inbox.inFlight == [4])
    phone.happen(.processTerminated, at: .seconds(1))
    phone.happen(.appLaunched(), at: .seconds(2))
    #expect(phone.state.analytics.inFlight?.request == 5)
  }

  private let run: [(TimeSpan, MobilePushEvent)] = [
    (.zero, .appLaunched(device: DeviceProfile(deviceID: "d"))),
    (.seconds(1), .responseReceived(request: 1, status: 500)),
    (.seconds(2), .customEventTracked(name: "x")),
    (.seconds(3), .attributeSet(key: "city", value: "Oslo")),
    (.seconds(61), .responseReceived(request: 5, status: 503)),
    (.seconds(70), .appBackgrounded),
    (.seconds(200), .responseReceived(request: 6, status: 201)),
    (.seconds(210), .tagAdded(tag: "gold")),
    (.seconds(220), .appForegrounded),
    (.seconds(230), .responseReceived(request: 2, status: 200)),
    (.seconds(280), .deviceTokenReceived(token: "t")),
  ]

  private func expectKept(_ before: MobilePushState, _ after: MobilePushState) {
    #expect(after.registration.record == before.registration.record)
    #expect(after.registration.isPending == before.registration.isPending)
    #expect(after.registration.failures == before.registration.failures)
    #expect(after.registration.lastAttempt == before.registration.lastAttempt)
    #expect(after.registration.changedAt == before.registration.changedAt)
    #expect(after.registration.retryAt == before.registration.retryAt)
    #expect(after.analytics.queue == before.analytics.queue)
    #expect(after.requests == before.requests)
    #expect(after.registration.inFlight == nil)
    #expect(after.registration.timers == RegistrationTimers())
  }

  private func expectAwake(_ phone: Phone) {
    guard phone.state.registration.isPending else { return }
    let registration = phone.state.registration
    #expect(registration.inFlight != nil || registration.timers != RegistrationTimers())
  }
}
