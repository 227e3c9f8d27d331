import EventSourcing
import Testing

struct TimeReferenceTests {
  @Test(arguments: [
    ("30s", 31_000), ("-10m", -599_000), ("0s", 1_000), ("1970-01-01T00:00:05Z", 5_000),
  ])
  func `a duration counts from the start, a date does not`(text: String, expected: Int64) throws {
    let time = try #require(TimeReference(text))
    let start = Instant(milliseconds: 1_000)
    #expect(time.resolved(from: start) == Instant(milliseconds: expected))
  }

  @Test(arguments: ["", "noon", "30", "1970-01-01", "30 s", "1h 30m\n"])
  func `any other text is no time`(text: String) {
    #expect(TimeReference(text) == nil)
  }
}
