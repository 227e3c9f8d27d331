import JSON
import Testing

/// JSON of other programs, of which nothing is known in advance.
struct JSONTreeTests {
  @Test(arguments: [
    "{}", "[]", "null", "true", "false", "-0", "1.50", "1e400", "\"\"",
    #"{"a":[1,{"b":"c"},null],"":"\u0007"}"#,
  ])
  func `a value is written as it was read`(text: String) throws {
    let tree = try tree(text)
    let again = try self.tree(String(decoding: tree.bytes, as: UTF8.self))
    #expect(again == tree)
  }

  @Test func `space is left out and numbers keep their digits`() throws {
    let bytes = try tree(#" { "b" : [ 1.0 , 12345678901234567890 ] } "#).bytes
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"b":[1.0,12345678901234567890]}"#)
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,\"a\":2}", "tru", "01", "\"\u{1}\"", "{a:1}", "{}{}", "1 2", "null,",
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(throws: JSONError.self) { try tree(text) }
  }

  @Test func `nesting has a limit`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try tree(deep) }
  }

  @Test func `a path leads through names and indexes, and a name with dots goes first`() throws {
    let tree = try tree(#"{"a.b":1,"a":{"b":2,"c":[{"d":3}]},"x.y":{"z":4}}"#)
    #expect(tree.value(at: "a.b") == .number("1"))
    #expect(tree.value(at: "a.c.0.d") == .number("3"))
    #expect(tree.value(at: "x.y.z") == .number("4"))
    #expect(tree.value(at: "a.c.1") == nil)
    #expect(tree.value(at: "") == nil)
    #expect(tree.value(at: "a..b") == nil)
  }

  private func tree(_ text: String) throws -> JSONTree { try JSONTree(Array(text.utf8)) }
}
