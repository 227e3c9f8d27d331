import Testing

@testable import SpecFormat

struct TextPatternTests {
  private static let texts = [
    "", "a", "b", "ab", "ba", "aa", "bb", "aab", "bab", "a\n", "(b", "abab", "a b", "bbaaa",
  ]

  /// Compares both readings of a pattern; one that only Swift accepts is left to other tests.
  private func compare(_ source: String, _ texts: [String] = texts) throws {
    guard let pattern = try? TextPattern(source) else { return }
    let regex = try #require(try? Regex(source), "only Swift refuses \(source)")
    for text in texts {
      #expect(
        pattern.isFound(in: text) == text.contains(regex), "\(source) in \(text.debugDescription)")
    }
  }

  @Test func `every short pattern is found where Swift's regular expressions find it`() throws {
    let pieces = ["a", "b", ".", "|", "(", ")", "*", "?", "^", "$"]
    var last = [""]
    for _ in 0..<3 {
      last = last.flatMap { start in pieces.map { start + $0 } }
      for source in last { try compare(source) }
    }
  }

  @Test func `longer patterns are found where Swift's regular expressions find them`() throws {
    let parts = ["a", "b", "[^a]", "(?:ab|b)", "(a|b?)", "\\w", "\\s", "."]
    let counts = ["", "*", "+", "?", "{2}", "{0,1}", "{1,}?", "{,2}"]
    let pieces = parts.flatMap { part in counts.map { part + $0 } }
    for (index, first) in pieces.enumerated() {
      for step in [1, 7, 13, 30] {
        let second = pieces[(index * step + step) % pieces.count]
        try compare(first + second + "$")
        try compare("^(?:" + first + "|" + second + "b)+$")
      }
    }
  }

  @Test(arguments: [
    "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "[\\d.]", "[^\\s]", ".", "\\x41", "\\u{e9}",
    "\\u00e9",
    "[a-f-]", "[-x]", "[\\]\\[]", "[\\b]", "\\.", "\\-", "\\/", "\\_", "\\#", "]", "}", "{", "a{x}",
    "\\n", "\\t", "\\f", "\\v", "\\a", "\\e", "\\0", "[$^.]", "(?<n>x)", "(?P<n>x)", "(^)*x", "é",
  ])
  func `a class or escape accepts what Swift's accepts`(source: String) throws {
    let texts = [
      "7", "٣", "²", "A", "é", "_", "-", "漢", "Ⅷ", ".", " ", "\t", "\u{A0}", "\u{2028}", "\u{B}",
      "\u{C}", "\u{85}", "\u{200B}", "\u{7}", "\u{8}", "\u{1B}", "\0", "\n", "]", "[", "}", "{",
      "a{x}", "$", "/", "#", "x", "f", "g",
    ]
    _ = try TextPattern(source)
    try compare(source, texts)
  }

  @Test(arguments: [
    ("\\bfoo\\b", "a foo.", true), ("\\bfoo\\b", "food", false), ("\\Boo", "foo", true),
    ("\\b", "--", false), ("\\Aa\\z", "a", true), ("a\\z", "a\n", false), ("a\\Z", "a\n", true),
    ("a\\Z", "a\n\n", false),
  ])
  func `a place is compared with the characters around it`(
    source: String, text: String, found: Bool
  ) throws {
    #expect(try TextPattern(source).isFound(in: text) == found)
  }

  @Test(arguments: [
    ("(a+)+$", "a", false), ("(x+x+)+y", "x", false), ("^(a|a)*$", "a", false),
    ("(?:a?){100}a{100}$", "a", false), ("^(([a-z])+.)+[A-Z]([a-z])+$", "a", false),
  ])
  func `no pattern takes longer than the text is long`(
    source: String, letter: String, found: Bool
  ) throws {
    let text = String(repeating: letter, count: 2000) + "-"
    #expect(try TextPattern(source).isFound(in: text) == found)
  }

  @Test(arguments: [
    ("(", 0..<1, "this group is not closed"),
    ("a)", 1..<2, "no group is open here"),
    ("[ab", 0..<1, "this class is not closed"),
    ("[]", 0..<2, #"a class has a member; ']' is written \]"#),
    ("a[[:alpha:]]", 2..<3, #"a class holds no other; '[' is written \["#),
    ("[a&&b]", 2..<4, "a class has no operators; put a backslash before '&&'"),
    ("[z-a]", 1..<4, "the range ends before it begins"),
    ("[a-\\d]", 1..<5, "a range goes from one character to another"),
    ("a**", 2..<3, "there is nothing before it to repeat"),
    ("^*", 1..<2, "an anchor cannot be repeated"),
    ("a*+", 1..<3, "a count that gives nothing back is not known here; leave out the +"),
    ("a{3,2}", 1..<6, "the first count is above the second"),
    ("a{1001}", 1..<6, "a count goes up to 1000"),
    ("(a)\\1", 3..<5, "a pattern cannot refer back to a group"),
    ("a(?=b)", 1..<4, "a pattern cannot look ahead or behind; write what is there"),
    ("(?<!a)b", 0..<4, "a pattern cannot look ahead or behind; write what is there"),
    ("(?i)a", 0..<3, "a group begins with ( or (?:, without options"),
    ("(?<>a)", 0..<3, "a group's name is written (?<name>…)"),
    ("a\\", 1..<2, "nothing follows the backslash"),
    ("\\q", 0..<2, "no escape has this letter"),
    ("\\xZ1", 0..<2, #"a character's number is written \x41, \u00e9 or \u{1f600}"#),
    ("(a{50}){50}", 0..<0, "its counts repeat too much: together more than 2000 steps"),
    (
      "(((){1000}){1000}){1000}", 0..<0, "its counts repeat too much: together more than 2000 steps"
    ),
  ])
  func `what cannot be a pattern is refused with its place`(
    source: String, range: Range<Int>, reason: String
  ) {
    #expect(throws: PatternError(range: range, reason: reason)) { try TextPattern(source) }
  }

  @Test func `groups that lie too deep in each other are refused`() {
    let source = String(repeating: "(", count: 100_000)
    #expect(
      throws: PatternError(range: 50..<51, reason: "groups lie in each other at most 50 deep")
    ) {
      try TextPattern(source)
    }
  }
}
