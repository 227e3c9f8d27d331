import Diagnostics
import Testing
import YAML

private func parse(_ text: String) throws -> YAMLNode {
  try parseYAML(Array(text.utf8), file: "a.yaml")
}

struct ParseYAMLTests {
  @Test func `a block map ends with its last child, not with the comment after it`() throws {
    let node = try parse("a:\n  b: 1\n  c: [x, y]\n\n# end\nd: 2\n")
    let inner = try #require(node["a"])
    #expect(inner.place == Place(file: "a.yaml", line: 2, column: 3, endColumn: 7))
    #expect(inner.lastLine == 3)
    #expect(node["d"]?.text == "2")
    #expect(node.lastLine == 6)
    let list = try #require(inner["c"])
    #expect(list.place == Place(file: "a.yaml", line: 3, column: 6, endColumn: 12))
  }
}
