import Testing

@testable import Diagnostics

struct SourceTextTests {
  @Test(arguments: [false, true])
  func `lines end at LF and CRLF, and the byte order mark belongs to none`(isIndexed: Bool) {
    let plain = SourceText(file: "a", bytes: Array("\u{FEFF}one\r\ntwo\n\nfour".utf8))
    let source = isIndexed ? plain.indexed() : plain
    #expect((0...5).map { source.line($0) } == [nil, "one", "two", "", "four", nil])
  }

  @Test func `of a long line only what surrounds a column is read`() throws {
    let start = String(repeating: "å", count: 5000)
    let end = String(repeating: "y", count: 5000)
    let text = "\u{FEFF}x\n\(start)名\(end)\r\nlast"
    let source = SourceText(file: "a", bytes: Array(text.utf8)).indexed()
    let middle = try #require(source.part(ofLine: 2, around: 5001, reach: 100))
    #expect(middle.text == start.prefix(100) + "名" + end.prefix(99))
    #expect(middle.skipped == 4900 && middle.goesOn)
    let last = try #require(source.part(ofLine: 2, around: 10_001, reach: 100))
    #expect(last.text == end.prefix(101) && last.skipped == 9900 && !last.goesOn)
    let short = try #require(source.part(ofLine: 3, around: 2, reach: 100))
    #expect(short == ("last", 0, false))
  }

  @Test func `columns of bytes count code points`() {
    let source = SourceText(file: "a", bytes: Array("\u{FEFF}x\nå名y".utf8))
    #expect(source.place(ofByte: 10) == Place(file: "a", line: 2, column: 3))
    #expect(source.place(ofByte: 99) == Place(file: "a", line: 2, column: 4))
  }

  @Test func `a place has the bytes between its columns, as far as its line goes`() {
    let source = SourceText(file: "a", bytes: Array("\u{FEFF}x\nå名y\n".utf8))
    func bytes(_ line: Int, _ column: Int, _ end: Int) -> Range<Int>? {
      source.bytes(of: Place(file: "a", line: line, column: column, endColumn: end))
    }
    #expect(bytes(1, 1, 2) == 3..<4)
    #expect(bytes(2, 2, 4) == 7..<11)
    #expect(bytes(2, 2, 5) == nil)
    #expect(bytes(4, 1, 2) == nil)
  }

  @Test(arguments: [
    ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👩‍💻", 2), ("❤\u{FE0F}", 2), ("\u{200B}", 0), ("ｱ", 1),
  ])
  func `display width counts cells`(text: String, width: Int) {
    #expect(displayWidth(text) == width)
  }
}
