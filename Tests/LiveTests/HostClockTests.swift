import EventSourcing
import Testing

@testable import Live

struct HostClockTests {
  private let start = Instant(milliseconds: 1_000_000)

  @Test func `time rises with the clock that is not set`() {
    var time = LogTime(ClockReading(monotonic: .seconds(5), wall: start), after: .distantPast)
    #expect(time.now == start)
    let back = time.advance(
      to: ClockReading(monotonic: .seconds(7), wall: start + .seconds(2) - .hours(1)))
    #expect(back == .hours(-1))
    #expect(time.now == start + .seconds(2))
    let same = time.advance(
      to: ClockReading(monotonic: .seconds(8), wall: start + .seconds(3) - .hours(1)))
    #expect(same == nil)
    #expect(time.now == start + .seconds(3))
  }

  @Test func `small corrections of the wall clock are no jump`() {
    var time = LogTime(ClockReading(monotonic: .zero, wall: start), after: .distantPast)
    let slewed = ClockReading(monotonic: .seconds(10), wall: start + .milliseconds(10_999))
    #expect(time.advance(to: slewed) == nil)
    let jumped = ClockReading(monotonic: .seconds(10), wall: start + .milliseconds(11_000))
    #expect(time.advance(to: jumped) == .seconds(1))
  }

  @Test func `time goes on from the last record where the wall clock is behind it`() {
    let last = start + .days(1)
    var time = LogTime(ClockReading(monotonic: .zero, wall: start), after: last)
    #expect(time.now == last)
    #expect(
      time.advance(to: ClockReading(monotonic: .seconds(1), wall: start + .seconds(1))) == nil)
    #expect(time.now == last + .seconds(1))
  }
}
