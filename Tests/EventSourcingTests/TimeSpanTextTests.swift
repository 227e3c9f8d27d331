import EventSourcing
import Testing

struct TimeSpanTextTests {
  @Test(arguments: [
    ("90s", 90_000), ("1m30s", 90_000), ("1d10h7m", 122_820_000), ("300ms", 300),
    ("-10m", -600_000),
    ("60s1ms", 60_001), ("0s", 0),
  ])
  func `a duration with units is read as milliseconds`(text: String, milliseconds: Int64) {
    #expect(TimeSpan(text: text) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    "", "5", "1.5s", "s", "5s1m", "1m1m", "5 s", "99999999999999999999s", "-", "1x",
  ])
  func `text that is no duration is refused`(text: String) {
    #expect(TimeSpan(text: text) == nil)
  }

  @Test(arguments: ["0s", "1ms", "59s999ms", "1m", "1d1ms", "-1h30m"])
  func `the text of a span is read back as the same span`(text: String) {
    #expect(TimeSpan(text: text)?.text == text)
  }

  @Test(arguments: [Int64.min, .min + 1, .max])
  func `the longest spans are read back too`(milliseconds: Int64) {
    let span = TimeSpan.milliseconds(milliseconds)
    #expect(TimeSpan(text: span.text) == span)
  }

  @Test func `a span as a shift goes one way or the other`() {
    #expect(TimeSpan.seconds(90).shiftText == "1m30s later")
    #expect(TimeSpan.seconds(-90).shiftText == "1m30s earlier")
    #expect(TimeSpan.zero.shiftText.hasSuffix(" later"))
    let longest = TimeSpan.milliseconds(.min).shiftText
    #expect(longest.hasSuffix("808ms earlier") && !longest.hasPrefix("-"))
  }
}
