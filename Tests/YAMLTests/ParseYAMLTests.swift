import Diagnostics
import Testing
import YAML

struct ParseYAMLTests {
  @Test func `a block map ends with its last child, not with the comment after it`() throws {
    let node = try parse("a:\n  b: 1\n  c: [x, y]\n\n# end\nd: 2\n")
    let inner = try #require(node["a"])
    #expect(inner.place == place(2, 3, 7))
    #expect(inner.lastLine == 3)
    #expect(node.lastLine == 6)
    #expect(inner["c"]?.place == place(3, 6, 12))
  }

  @Test func `keys keep their order and their places, quotes included`() throws {
    let entries = try #require(try parse("b: 1\n'a': 2\n").entries)
    #expect(entries.map(\.key) == ["b", "a"])
    #expect(entries[1].keyPlace == place(2, 1, 4))
  }

  @Test(arguments: [
    ("NO", "NO", YAMLStyle.plain), ("'it''s'", "it's", .single), ("\"\\u00e5\"", "å", .double),
    ("|\n  x\n  y", "x\ny\n", .literal), (">\n  x\n  y", "x y\n", .folded), ("", "", .plain),
  ])
  func `a scalar is text with the style it was written in`(
    source: String, text: String, style: YAMLStyle
  ) throws {
    #expect(try parse("a: \(source)\n")["a"]?.content == .scalar(text, style))
  }

  @Test func `columns count code points, so wide and combined letters take one each`() throws {
    let node = try parse("名: {e\u{301}: 😀, b: 1}\n")
    let map = try #require(node["名"])
    #expect(map["b"]?.place == place(1, 15, 16))
  }

  @Test func `a byte order mark and CRLF change neither values nor places`() throws {
    let plain = try parse("a: x\nb:\n  - 1\n")
    #expect(try parse("\u{FEFF}a: x\r\nb:\r\n  - 1\r\n") == plain)
  }

  @Test func `a key with nothing under it is left to the reader of the spec`() throws {
    let node = try parse("expect:\nnote: ''\n")
    #expect(node["expect"]?.isBlank == true)
    #expect(node["expect"]?.place == place(1, 8, 9))
    #expect(node["note"]?.isBlank == false)
  }

  @Test func `tabs are text in quotes, blocks and comments`() throws {
    let node = try parse("a: \"x\ty\"  # a\tb\nb: |\n  x\ty\n")
    #expect(node["a"]?.text == "x\ty")
    #expect(node["b"]?.text == "x\ty\n")
  }

  @Test func `exactly 32 levels are read and the 33rd is refused where it begins`() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(try parse(nested(32)).elements?.count == 1)
    let found = try #require(findings(nested(33)).first)
    #expect(found.code.id == "S018")
    #expect(found.place == place(1, 33, 34))
  }

  @Test func `a thousand keys are compared by hash and the doubled one is found`() {
    let keys = (0..<1000).map { "k\($0): 1\n" }.joined()
    #expect(findings(keys).isEmpty)
    let found = findings(keys + "k7: 2\n")
    #expect(found.map(\.code.id) == ["S011"])
    #expect(found.first?.labels.map(\.place.line) == [1001, 8])
  }

  @Test func `four mebibytes are read and one byte more is refused`() {
    let line = "# " + String(repeating: "x", count: 61) + "\n"
    let comments = String(repeating: line, count: maximumYAMLSize / 64 - 1)
    let full = comments + "a: " + String(repeating: "x", count: 60) + "\n"
    #expect(full.utf8.count == maximumYAMLSize)
    #expect(findings(full).isEmpty)
    let refused = findings(full + String(repeating: "\n", count: 1000))
    #expect(refused.map(\.code.id) == ["S007"])
    // A reader stops behind the limit and knows no more than that.
    #expect(refused.first?.message.contains("more than the 4194304 bytes") == true)
  }
}

func parse(_ text: String) throws(Diagnostics) -> YAMLNode {
  try parseYAML(Array(text.utf8), file: "a.yaml")
}

func findings(_ text: String) -> [Diagnostic] {
  do {
    _ = try parse(text)
    return []
  } catch {
    return error.all
  }
}

func place(_ line: Int, _ column: Int, _ end: Int) -> Place {
  Place(file: "a.yaml", line: line, column: column, endColumn: end)
}
