import Testing

@testable import Traces

struct TextSearchTests {
  @Test(arguments: [
    ("aab", "ab", 1), ("abc", "abc", 0), ("abc", "c", 2), ("abc", "", 0), ("grün, grün", "ün,", 2),
    ("a\u{301}b", "b", 3), ("aaab", "aab", 1),
  ])
  func `a text is found at its first place`(text: String, wanted: String, place: Int) throws {
    for text in [text[...], ("x" + text).dropFirst()] {
      let found = try #require(text.range(ofText: wanted))
      #expect(text.utf8.distance(from: text.startIndex, to: found.lowerBound) == place)
      #expect(Array(text.utf8[found]) == Array(wanted.utf8))
    }
  }

  @Test(arguments: [("abc", "abd"), ("abc", "abcd"), ("", "a"), ("ABC", "a")])
  func `what is not there is not found`(text: String, wanted: String) {
    #expect(!text.holds(wanted))
  }
}
