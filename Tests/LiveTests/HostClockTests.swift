import EventSourcing
import Testing

@testable import Live

struct HostClockTests {
  private let start = Instant(milliseconds: 1_000_000)

  @Test func `time rises with the clock that is not set`() {
    var time = LogTime(
      ClockReading(monotonic: .seconds(5), wall: start), after: .distantPast, ahead: .zero)
    #expect(time.now == start)
    let back = time.advance(
      to: ClockReading(monotonic: .seconds(7), wall: start + .seconds(2) - .hours(1)),
      ahead: .zero)
    #expect(back == .hours(-1))
    #expect(time.now == start + .seconds(2))
    let same = time.advance(
      to: ClockReading(monotonic: .seconds(8), wall: start + .seconds(3) - .hours(1)),
      ahead: .hours(-1))
    #expect(same == nil)
    #expect(time.now == start + .seconds(3))
  }

  @Test func `small corrections of the wall clock are no jump`() {
    var time = LogTime(
      ClockReading(monotonic: .zero, wall: start), after: .distantPast, ahead: .zero)
    let slewed = ClockReading(monotonic: .seconds(10), wall: start + .milliseconds(10_999))
    #expect(time.advance(to: slewed, ahead: .zero) == nil)
    let jumped = ClockReading(monotonic: .seconds(10), wall: start + .milliseconds(11_000))
    #expect(time.advance(to: jumped, ahead: .zero) == .seconds(1))
  }

  @Test func `a clock that was set while no host ran is found when one runs again`() {
    let last = start + .days(1)
    var time = LogTime(
      ClockReading(monotonic: .zero, wall: start), after: last, ahead: .zero)
    #expect(time.now == last)
    let next = ClockReading(monotonic: .seconds(1), wall: start + .seconds(1))
    #expect(time.advance(to: next, ahead: .zero) == .days(-1))
    #expect(time.advance(to: next, ahead: .days(-1)) == nil)
    #expect(time.now == last + .seconds(1))
  }

  @Test(arguments: [TimeSpan.hours(1), .hours(-1)])
  func `a clock that was set and recorded counts once, also after a restart`(by: TimeSpan) {
    let last = start + .minutes(10)
    let restart = ClockReading(monotonic: .zero, wall: start + .minutes(15) + by)
    var time = LogTime(restart, after: last, ahead: by)
    #expect(time.now == start + .minutes(15))
    #expect(time.advance(to: restart, ahead: by) == nil)
  }
}
