import Reports
import Testing

struct TextTableTests {
  @Test func `columns align by cells, not by characters`() {
    var table = TextTable([.left, .right, .left])
    table.add(["名", "1", "x"])
    table.add(["abc", "10", ""])
    table.add(["", "100"])
    #expect(table.lines(indent: 1) == [" 名     1  x", " abc   10", "      100"])
  }

  @Test(arguments: [("abcdef", 4, "abc…"), ("abcd", 4, "abcd"), ("日本語", 4, "日…"), ("ab", 0, "")])
  func `a text is cut to its cells`(text: String, width: Int, cut: String) {
    #expect(truncate(text, to: width) == cut)
  }
}
