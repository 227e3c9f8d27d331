import EventSourcing
import Testing

@testable import Commands

struct JSONLayoutTests {
  @Test func `what fits stands on one line, the rest on several`() {
    let short = Value.fields([.init(name: "a", value: .list([.integer(1), .boolean(true)]))])
    #expect(JSONLayout.text(of: short) == "{\"a\":[1,true]}\n")
    let long = Value.fields([
      .init(name: "first", value: .text(String(repeating: "x", count: 60))),
      .init(name: "second", value: .list([.text(String(repeating: "y", count: 95)), .null])),
    ])
    let lines = JSONLayout.text(of: long).split(separator: "\n")
    #expect(lines.first == "{")
    #expect(lines[1].hasPrefix("  \"first\": \"xxx"))
    #expect(lines[2] == "  \"second\": [")
    #expect(lines[3].hasSuffix("yyy\","))
    #expect(lines[4] == "    null")
    #expect(lines.last == "}")
  }

  @Test func `an empty object and list stay on their line`() {
    let value = Value.fields([
      .init(name: "a", value: .fields([])), .init(name: "b", value: .list([])),
    ])
    #expect(JSONLayout.text(of: value) == "{\"a\":{},\"b\":[]}\n")
  }

  @Test func `what a terminal would obey is escaped`() {
    #expect(JSONLayout.text(of: .text("\u{1B}[2J\u{85}")) == "\"\\u001b[2J\\u0085\"\n")
  }
}
