import EventSourcing
import Testing
import YAML
import YAMLText

struct ValueTextTests {
  @Test(arguments: [
    "NO", "null", "true", "any", "absent", "1:30", "0x1F", "007", "-1", "1", "- a", "a: b", "#", "",
    " ", "\u{85}", "\u{2028}", "\u{FEFF}", "\"", "\\", "'", "<name>", "{", "&a", "*a", "!x", "\t",
    "\n", "\u{1B}[31m", "\u{0}", "\u{7F}", "~", "é", "😀", "2024-01-01", ".inf", "y",
  ])
  func `text that could be something else is read back as it was`(text: String) throws {
    let bytes = Array("{ \(quotedKey(text)): \(quoted(text)) }".utf8)
    let entry = try #require(parseYAML(bytes, file: "t").entries?.first)
    #expect(Array(entry.key.utf8) == Array(text.utf8))
    #expect(try entry.value.openValue() == .text(text))
  }

  @Test(arguments: ["Oslo", "send_registration", "1.0.0", "a-b", "push_Enabled"])
  func `plain text needs no quotes`(text: String) {
    #expect(quoted(text) == text)
    #expect(quotedKey(text) == text)
  }

  @Test func `a key that looks like a truth value is a key`() {
    #expect(
      yaml(.fields([Value.Field(name: "on", value: .text("on"))]), from: .distantPast)
        == #"{ on: "on" }"#)
  }
}
