import EventSourcing
import MobilePush
import Platform
import Testing

struct RetryTests {
  @Test func `failures are retried at growing intervals and then daily for ever`() {
    var phone = failing(with: 500, times: 15)
    let gaps = zip(phone.sends.dropFirst(), phone.sends).map { $0 - $1 }
    let doubling: [Int64] = (0..<11).map { 60 << $0 }
    #expect(gaps == (doubling + [86_400, 86_400, 86_400]).map(TimeSpan.seconds))
    #expect(phone.registrations.dropFirst().allSatisfy { $0.reason == .retry })
    #expect(phone.state.registration.failures == 15)
    phone.run(until: .days(90))
    let end = phone.sends[phone.sends.count - 1]
    phone.answerAll(at: end)
    #expect(phone.state.registration.failures == 0)
    phone.happen(.tagAdded(tag: "b"), at: end)
    phone.run(until: end + .seconds(60))
    phone.answerAll(503, at: end + .seconds(61))
    #expect(phone.state.registration.timers.registrationRetry == Phone.start + end + .seconds(121))
  }

  @Test(arguments: [NetworkFailure.offline, .timeout, .connectionLost])
  func `no answer is a failure too`(reason: NetworkFailure) {
    var phone = changed
    phone.happen(.requestFailed(request: phone.waiting[0], reason: reason), at: .seconds(61))
    phone.run(until: .minutes(2))
    #expect(phone.sends == [.seconds(60)])
    phone.run(until: .seconds(121))
    #expect(phone.sends == [.seconds(60), .seconds(121)])
  }

  @Test func `a change rides on the retry and neither hastens nor delays it`() {
    var phone = changed
    phone.answerAll(500, at: .seconds(60))
    phone.happen(.tagAdded(tag: "b"), at: .milliseconds(119_999))
    phone.run(until: .minutes(10))
    #expect(phone.sends == [.seconds(60), .seconds(120)])
    #expect(phone.registrations[1].body.tags.contains("b"))
  }

  @Test(
    arguments: [
      (30, 60), (60, 60), (61, 61), (86_400, 86_400), (86_401, 86_400), (.max, 86_400),
      (-1, 60), (.min, 60),
    ] as [(Int64, Int64)])
  func `the server's wish lengthens the wait up to a day`(wish: Int64, wait: Int64) {
    var phone = changed
    phone.happen(
      .responseReceived(request: phone.waiting[0], status: 429, retryAfter: wish),
      at: .seconds(60))
    phone.run(until: .days(3))
    #expect(phone.sends == [.seconds(60), .seconds(60 + wait)])
  }

  @Test(
    arguments: [
      (429, true), (500, true), (599, true), (400, false), (404, false), (499, false),
    ] as [(Int64, Bool)])
  func `when only outages are retried, a refusal waits for the next change`(
    status: Int64, retried: Bool
  ) {
    var phone = Phone.registered
    let readings = MobilePushReadings(retryOn: .unavailable)
    phone.happen(.readingsSet(profile: "documents", readings: readings), at: .zero)
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.run(until: .seconds(60))
    phone.answerAll(status, at: .seconds(60))
    phone.run(until: .minutes(30))
    #expect(phone.sends.count == (retried ? 2 : 1))
    #expect(phone.state.registration.isPending)
    guard !retried else { return }
    #expect(phone.state.registration.failures == 0)
    phone.happen(.tagAdded(tag: "b"), at: .hours(1))
    phone.run(until: .hours(2))
    #expect(phone.sends == [.seconds(60), .minutes(61)])
    #expect(phone.registrations[1].reason == .retry)
  }

  @Test func `after a refusal, the next change starts a streak of its own`() {
    var phone = Phone.registered
    let readings = MobilePushReadings(retryOn: .unavailable)
    phone.happen(.readingsSet(profile: "documents", readings: readings), at: .zero)
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.run(until: .seconds(60))
    phone.answerAll(400, at: .seconds(60))
    phone.happen(.tagAdded(tag: "b"), at: .seconds(61))
    phone.run(until: .seconds(121))
    phone.answerAll(500, at: .seconds(121))
    phone.run(until: .minutes(10))
    #expect(phone.sends == [.seconds(60), .seconds(121), .seconds(181)])
  }

  @Test func `the retry survives the process`() {
    var phone = changed
    phone.answerAll(500, at: .seconds(60))
    phone.happen(.appForceClosed, at: .seconds(61))
    #expect(phone.state.registration.failures == 1)
    #expect(phone.state.nextAttempt == Phone.start + .seconds(120))
    phone.happen(.appLaunched(state: .background), at: .seconds(90))
    #expect(phone.sends == [.seconds(60)])
    phone.run(until: .minutes(10))
    #expect(phone.sends == [.seconds(60), .seconds(120)])
  }

  @Test func `an attempt whose outcome is unknown counts for the spacing, not as a failure`() {
    var phone = changed
    phone.happen(.processTerminated, at: .seconds(61))
    #expect(phone.state.registration.isPending)
    #expect(phone.state.registration.failures == 0)
    phone.happen(.appLaunched(), at: .seconds(70))
    phone.run(until: .minutes(10))
    #expect(phone.sends == [.seconds(60), .seconds(120)])
    #expect(phone.registrations[1].reason == .retry)
  }

  private var changed: Phone {
    var phone = Phone.registered
    phone.happen(.tagAdded(tag: "a"), at: .zero)
    phone.run(until: .seconds(60))
    return phone
  }

  private func failing(with status: Int64, times: Int) -> Phone {
    var phone = changed
    for _ in 0..<times {
      let last = phone.sends[phone.sends.count - 1]
      phone.answerAll(status, at: last)
      guard phone.sends.count < times else { break }
      phone.run(until: last + .days(1))
    }
    return phone
  }
}
