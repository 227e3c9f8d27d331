import EventSourcing
import Reports
import Testing

struct TimeTextTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_767_603_600_250, "2026-01-05T09:00:00.250Z"),
    (951_782_400_000, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (4_107_542_399_000, "2100-02-28T23:59:59Z"), (4_107_542_400_000, "2100-03-01T00:00:00Z"),
  ])
  func `an instant is written by the calendar`(milliseconds: Int64, text: String) {
    #expect(TimeText.iso.text(Instant(milliseconds: milliseconds)) == text)
  }

  @Test func `the ends of time have a text`() {
    #expect(TimeText.iso.text(.distantFuture) == "never")
    #expect(TimeText.iso.text(.distantPast).hasPrefix("-292275055-05-16T"))
  }

  @Test func `an instant is written as the time from a start`() {
    let times = TimeText.relative(from: Instant(milliseconds: 1_000))
    #expect(times.text(Instant(milliseconds: 62_500)) == "1m1s500ms")
    #expect(times.text(Instant(milliseconds: 0)) == "-1s")
    #expect(times.text(.distantFuture) == "never")
  }
}
