import Platform
import Testing

struct TrimmingTests {
  @Test(arguments: [
    ("gold", "gold"), ("  gold ", "gold"), ("\t\r\ngold\n", "gold"), ("a b", "a b"),
    ("\u{A0}gold\u{3000}", "gold"), ("", ""), (" \n ", ""), ("é ", "é"), ("\r\n", ""),
    ("\u{200B}x", "\u{200B}x"),
  ])
  func `white space goes at both ends and nowhere else`(text: String, expected: String) {
    #expect(trimmed(text) == expected)
  }
}
