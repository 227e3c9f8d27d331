import EventSourcing
import JSON
import SpecFormat
import Testing

@testable import Exchange

/// The times of loggers.
struct TimestampsTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1),
    ("1970-01-01 01:00:00.5+01:00", 500), ("1969-12-31t23:00:00-01:00", 0),
    ("2026-01-05T10:00:00.123456789+01:00", 1_767_603_600_123), ("1970-01-01T00:00:00z", 0),
  ])
  func `a time of RFC 3339 may have an offset and a fraction`(text: String, expected: Int64) {
    #expect(TimeUnit.iso.instant(.text(text))?.milliseconds == expected)
  }

  @Test(arguments: [
    "", "Z", "now", "2026-01-05", "2026-01-05T10:00:00", "2026-13-05T10:00:00Z",
    "2026-01-05T10:00:00.Z", "2026-01-05T10:00:00+1:00", "2026-02-30T10:00:00Z",
    "2026-01-05T10:00:00+25:00", "٢٠٢٦-01-05T10:00:00Z", "2026-01-05T10:00:00.1x+01:00",
  ])
  func `any other text is no time`(text: String) {
    #expect(TimeUnit.iso.instant(.text(text)) == nil)
  }

  @Test(arguments: [
    (TimeUnit.seconds, "1767603600", 1_767_603_600_000),
    (.seconds, "1767603600.5", 1_767_603_600_500),
    (.seconds, "1.7676036e9", 1_767_603_600_000), (.seconds, "0.0009", 0),
    (.milliseconds, "1767603600000", 1_767_603_600_000), (.milliseconds, "-5", -5),
    (.microseconds, "1767603600000999", 1_767_603_600_000),
    (.nanoseconds, "1767603600000999999", 1_767_603_600_000), (.nanoseconds, "1", 0),
  ])
  func `a number is read in its unit without floating point`(
    unit: TimeUnit, text: String, expected: Int64
  ) {
    #expect(unit.instant(.number(text))?.milliseconds == expected)
    #expect(unit.instant(.text(text))?.milliseconds == expected)
  }

  @Test(arguments: ["", "x", "1e99", "99999999999999999999", "1.2.3", "--1", "0x10", "1e"])
  func `what is no number, or beyond all times, is none`(text: String) {
    #expect(TimeUnit.seconds.instant(.text(text)) == nil)
    #expect(TimeUnit.seconds.instant(.null) == nil)
    #expect(TimeUnit.seconds.instant(.list([])) == nil)
  }
}
