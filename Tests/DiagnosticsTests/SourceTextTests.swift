import Diagnostics
import Testing

struct SourceTextTests {
  @Test(arguments: [false, true])
  func `lines end at LF and CRLF, and the byte order mark belongs to none`(isIndexed: Bool) {
    let plain = SourceText(file: "a", bytes: Array("\u{FEFF}one\r\ntwo\n\nfour".utf8))
    let source = isIndexed ? plain.indexed() : plain
    #expect((0...5).map { source.line($0) } == [nil, "one", "two", "", "four", nil])
  }

  @Test func `columns of bytes count code points`() {
    let source = SourceText(file: "a", bytes: Array("\u{FEFF}x\nå名y".utf8))
    #expect(source.place(ofByte: 10) == Place(file: "a", line: 2, column: 3))
    #expect(source.place(ofByte: 99) == Place(file: "a", line: 2, column: 4))
  }

  @Test(arguments: [
    ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👩‍💻", 2), ("❤\u{FE0F}", 2), ("\u{200B}", 0), ("ｱ", 1),
  ])
  func `display width counts cells`(text: String, width: Int) {
    #expect(displayWidth(text) == width)
  }
}
