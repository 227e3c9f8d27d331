import Diagnostics
import Testing

struct InvisibleCharacterTests {
  @Test(arguments: [
    ("a\u{A0}b", "U+00A0", "no-break space"), ("a\u{200B}", "U+200B", "zero width space"),
    ("\u{202E}a", "U+202E", "right-to-left override"), ("a\u{AD}b", "U+00AD", "soft hyphen"),
    ("a\u{200D}", "U+200D", "zero width joiner"), ("\u{3000}", "U+3000", "ideographic space"),
  ])
  func `what cannot be seen has a name`(text: String, codePoint: String, name: String) {
    let found = InvisibleCharacter(in: text)
    #expect(found?.codePoint == codePoint)
    #expect(found?.name == name)
  }

  @Test(arguments: ["plain text", "naïve — “quoted”", "👩‍💻", "می‌خواهم", "a\tb\n", "日本"])
  func `what can be seen, and what joins it, has none`(text: String) {
    #expect(InvisibleCharacter(in: text) == nil)
  }
}
