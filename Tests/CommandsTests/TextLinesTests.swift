import Diagnostics
import JSON
import Protocols
import Testing

@testable import Commands

struct TextLinesTests {
  @Test(arguments: [
    (PositionEncoding.utf8, 0, 5, 5), (.utf8, 1, 4, 10), (.utf16, 1, 2, 10), (.utf16, 1, 99, 11),
    (.utf8, 99, 0, 12), (.utf16, 0, 1, 1), (.utf16, 1, 1, 6),
  ])
  func `a position is a byte`(encoding: PositionEncoding, line: Int, character: Int, byte: Int) {
    // "é" takes two bytes, "😀" four, and two units of UTF-16.
    let lines = TextLines(Array("caf\u{E9}\n\u{1F600}a\n".utf8), encoding)
    let position: JSONTree = [
      "line": .number(String(line)), "character": .number(String(character)),
    ]
    #expect(lines.offset(of: position) == byte)
  }

  @Test func `a byte is a position, and a place of a finding`() {
    let bytes = Array("x\r\n\u{1F600}ab\n".utf8)
    let lines = TextLines(bytes, .utf16)
    #expect(lines.position(ofByte: 7) == ["line": 1, "character": 2])
    #expect(TextLines(bytes, .utf8).position(ofByte: 7) == ["line": 1, "character": 4])
    let place = Place(file: "a", line: 2, column: 2, endColumn: 3)
    #expect(lines.bytes(of: place) == 7..<8)
    #expect(lines.line(0) == "x")
  }

  @Test func `an edit moves the lines behind it`() {
    var lines = TextLines(Array("one\ntwo\nthree".utf8), .utf16)
    lines.replace(2..<5, with: Array("\n\n".utf8))
    #expect((0..<4).map { lines.line($0) } == ["on", "", "wo", "three"])
  }

  @Test(arguments: ["/a b/\u{E9}%.yaml", "/plain/x-1.yaml"])
  func `an address leads to its path and back`(path: String) {
    #expect(filePath(fileAddress(path)) == path)
  }
}
