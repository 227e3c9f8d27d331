import EventSourcing
import MobilePush
import Platform
import Testing

struct RegistrationTests {
  @Test func `the first launch registers at once, in the foreground or not`() {
    for launch in [MobilePushEvent.appLaunched(), .appLaunched(state: .background)] {
      var phone = Phone()
      phone.happen(launch, at: .zero)
      #expect(phone.registrations.map(\.reason) == [.first])
    }
  }

  @Test func `an SDK that did not initialize registers at the first launch that does`() {
    var phone = Phone()
    #expect(phone.happen(.appLaunched(initialized: false), at: .zero) == [])
    phone.happen(.attributeSet(key: "city", value: "Oslo"), at: .seconds(1))
    #expect(phone.diagnoses == [.notInitialized])
    phone.happen(.appLaunched(), at: .seconds(2))
    #expect(phone.sends == [.seconds(2)])
    #expect(phone.registrations[0].body.attributes.isEmpty)
  }

  @Test func `a change leaves a minute later with the last values`() {
    var phone = Phone.registered
    phone.happen(.attributeSet(key: "city", value: "Oslo"), at: .zero)
    phone.happen(.attributeSet(key: " city ", value: " Bergen "), at: .seconds(10))
    phone.happen(.tagAdded(tag: "gold"), at: .seconds(20))
    phone.run(until: .milliseconds(59_999))
    #expect(phone.sends == [])
    phone.run(until: .minutes(5))
    #expect(phone.sends == [.seconds(60)])
    let body = phone.registrations[0].body
    #expect(body.attributes == [RegistrationAttribute(key: "city", value: "Bergen")])
    #expect(body.tags == ["ALL", "IOS", "gold"])
    #expect(phone.registrations[0].reason == .changed)
  }

  @Test func `an equal value is no change`() {
    var phone = Phone.registered
    phone.happen(.deviceTokenReceived(token: "token-1"), at: .zero)
    phone.happen(.tagAdded(tag: " IOS "), at: .zero)
    phone.happen(.attributeCleared(key: "city"), at: .zero)
    phone.happen(.pushEnabledSet(enabled: true), at: .zero)
    phone.happen(.pushPermissionChanged(optedIn: true), at: .zero)
    phone.happen(.deviceChanged(DeviceChange(debug: false)), at: .zero)
    #expect(phone.log == [])
    #expect(!phone.state.registration.isPending)
  }

  @Test func `sent early, attempts still keep a minute's distance`() {
    var phone = Phone.registered
    phone.happen(early, at: .zero)
    phone.happen(.tagAdded(tag: "a"), at: .seconds(1))
    phone.answerAll(at: .seconds(2))
    phone.happen(.tagAdded(tag: "b"), at: .milliseconds(60_999))
    phone.run(until: .minutes(5))
    phone.answerAll(at: .minutes(5))
    phone.happen(.tagAdded(tag: "c"), at: .minutes(6))
    #expect(phone.sends == [.seconds(1), .seconds(61), .minutes(6)])
  }

  @Test(arguments: [true, false])
  func `the first attempt starts a minute unless it does not count`(counts: Bool) {
    var phone = Phone()
    let readings = MobilePushReadings(send: .earliest, firstCountsTowardThrottle: counts)
    phone.happen(.readingsSet(profile: "documents", readings: readings), at: .zero)
    phone.happen(.appLaunched(), at: .zero)
    phone.answerAll(at: .zero)
    phone.happen(.tagAdded(tag: "a"), at: .seconds(5))
    phone.run(until: .seconds(60))
    phone.answerAll(at: .seconds(60))
    phone.happen(.tagAdded(tag: "b"), at: .seconds(61))
    phone.run(until: .minutes(5))
    let second: TimeSpan = counts ? .seconds(60) : .seconds(5)
    #expect(phone.sends == [.zero, second, counts ? .seconds(120) : .seconds(65)])
  }

  @Test func `a change made in flight stays pending when the answer comes`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.run(until: .seconds(60))
    phone.happen(.tagAdded(tag: "b"), at: .seconds(61))
    phone.answerAll(at: .seconds(62))
    #expect(phone.state.registration.isPending)
    phone.run(until: .minutes(5))
    #expect(phone.sends == [.seconds(60), .seconds(121)])
    #expect(phone.registrations[1].body.tags.contains("b"))
  }

  @Test func `while a request hangs, however long, no other leaves`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.run(until: .seconds(60))
    phone.happen(.tagAdded(tag: "b"), at: .seconds(70))
    phone.run(until: .minutes(10))
    phone.happen(.tagAdded(tag: "c"), at: .minutes(10))
    #expect(phone.sends == [.seconds(60)])
    phone.answerAll(at: .minutes(11))
    #expect(phone.sends == [.seconds(60), .minutes(11)])
  }

  @Test func `a change that is undone before it leaves is not sent`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.happen(.tagRemoved(tag: "a"), at: .seconds(10))
    #expect(!phone.state.registration.isPending)
    phone.run(until: .minutes(5))
    #expect(phone.sends == [])
    phone.happen(.tagAdded(tag: "b"), at: .minutes(5))
    phone.run(until: .minutes(10))
    #expect(phone.sends == [.minutes(6)])
  }

  @Test func `a change after an undone one still leaves within a minute of the first`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.happen(.tagRemoved(tag: "a"), at: .seconds(10))
    phone.happen(.tagAdded(tag: "b"), at: .seconds(20))
    phone.run(until: .minutes(5))
    #expect(phone.sends == [.seconds(60)])
  }

  @Test func `an undone change does not hasten a later one`() {
    var phone = Phone.registered
    phone.happen(.connectivityChanged(online: false), at: .zero)
    phone.happen(.tagAdded(tag: "a"), at: .seconds(1))
    phone.happen(.tagRemoved(tag: "a"), at: .seconds(2))
    phone.happen(.tagAdded(tag: "b"), at: .seconds(100))
    phone.happen(.connectivityChanged(online: true), at: .seconds(110))
    phone.run(until: .minutes(5))
    #expect(phone.sends == [.seconds(160)])
  }

  @Test func `a launch alone sends nothing again`() {
    var phone = Phone.registered
    phone.happen(.appForceClosed, at: .zero)
    phone.happen(.appLaunched(), at: .seconds(1))
    #expect(phone.state.registration.changedAt == nil)
    phone.run(until: .minutes(5))
    #expect(phone.sends == [])
  }

  @Test func `a late, repeated or forged answer changes nothing`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.run(until: .seconds(60))
    let request = phone.waiting[0]
    let before = phone.state.value
    phone.happen(.responseReceived(request: request + 1, status: 201), at: .seconds(61))
    #expect(phone.diagnoses == [.unknownRequest])
    #expect(phone.state.value == before)
    phone.answerAll(at: .seconds(61))
    let acknowledged = phone.state.value
    phone.happen(.requestFailed(request: request, reason: .timeout), at: .seconds(62))
    #expect(phone.diagnoses == [.unknownRequest])
    #expect(phone.state.value == acknowledged)
  }

  @Test func `a timer that is not due changes nothing`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    let before = phone.state.value
    phone.happen(.timerFired(timer: .registrationRetry), at: .seconds(1))
    #expect(phone.diagnoses == [.unexpectedTimer])
    phone.happen(.timerFired(timer: .registration), at: .milliseconds(59_999))
    #expect(phone.diagnoses == [.unexpectedTimer])
    #expect(phone.state.value == before)
  }

  @Test func `offline nothing is attempted, and what is due leaves with the network`() {
    var phone = Phone.registered
    phone.happen(.connectivityChanged(online: false), at: .zero)
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.run(until: .minutes(5))
    #expect(phone.sends == [])
    phone.happen(.connectivityChanged(online: true), at: .minutes(5))
    #expect(phone.sends == [.minutes(5)])
  }

  @Test func `setting the wall clock moves no registration`() {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.happen(.wallClockChanged(by: .days(3)), at: .seconds(1))
    phone.run(until: .minutes(5))
    #expect(phone.sends == [.seconds(60)])
  }

  private var early: MobilePushEvent {
    .readingsSet(profile: "documents", readings: MobilePushReadings(send: .earliest))
  }
}
