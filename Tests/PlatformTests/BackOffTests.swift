import EventSourcing
import Platform
import Testing

struct BackOffTests {
  @Test(
    arguments: [
      (1, 60), (2, 120), (3, 240), (10, 30_720), (11, 61_440), (12, 86_400), (13, 86_400),
      (500, 86_400), (.max, 86_400),
    ] as [(Int64, Int64)])
  func `the standard doubles from a minute to a day and stays there`(
    failures: Int64, seconds: Int64
  ) {
    #expect(BackOff().delay(afterFailures: failures) == .seconds(seconds))
  }

  @Test(arguments: [
    BackOff(first: .seconds(-5)), BackOff(first: .zero), BackOff(cap: .seconds(-1)),
  ])
  func `a schedule without waits never waits`(schedule: BackOff) {
    #expect(schedule.delay(afterFailures: .max) == .zero)
  }

  @Test func `a server asks for no time in the past, and for a day at most`() {
    #expect(quietTime(retryAfter: -5) == .zero)
    #expect(quietTime(retryAfter: .min) == .zero)
    #expect(quietTime(retryAfter: .max) == .days(1))
  }

  @Test func `a factor that does not grow repeats the first wait`() {
    #expect(BackOff(factor: 1).delay(afterFailures: .max) == .seconds(60))
    #expect(BackOff(factor: .min).delay(afterFailures: 7) == .seconds(60))
  }

  @Test func `extreme settings do not overflow`() {
    let schedule = BackOff(
      first: .milliseconds(.max - 1), factor: .max, cap: .milliseconds(.max))
    #expect(schedule.delay(afterFailures: 3) == .milliseconds(.max))
  }
}
