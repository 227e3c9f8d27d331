import Diagnostics
import EventSourcing
import JSON
import Protocols

/// The unit in which an editor counts the characters of a line.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// The units of the character that begins with this byte.
  fileprivate func width(_ lead: UInt8) -> Int {
    switch self {
    case .utf8: length(lead)
    case .utf16: lead >= 0xF0 ? 2 : 1
    }
  }
}

/// The bytes of the character that begins with this byte.
private func length(_ lead: UInt8) -> Int {
  lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
}

/// A text with a table of its lines, and positions in it as editors and as findings count them.
struct TextLines {
  private(set) var bytes: [UInt8]
  /// The unit in which the editor counts.
  private let encoding: PositionEncoding
  /// The offsets at which lines begin.
  private var starts: [Int] = [0]

  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    (self.bytes, self.encoding) = (bytes, encoding)
    starts += bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  /// The bytes of the word around a byte; empty where there is none.
  func word(around offset: Int) -> Range<Int> {
    let start = bytes[..<offset].lastIndex { !TextLines.isPartOfWord($0) }.map { $0 + 1 } ?? 0
    return start..<(bytes[offset...].firstIndex { !TextLines.isPartOfWord($0) } ?? bytes.count)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return byte >= 0x80 || character.isLetter || character.isNumber || "_-.".contains(character)
  }

  /// Whether there is a line of this number, from 0.
  func hasLine(_ line: Int) -> Bool { starts.indices.contains(line) }

  /// The bytes of a line from 0, without its line end; none behind the last one.
  func range(ofLine line: Int) -> Range<Int> {
    guard starts.indices.contains(line) else { return bytes.count..<bytes.count }
    let end = line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count
    let isCarriageReturn = end > starts[line] && bytes[end - 1] == 0x0D
    return starts[line]..<(isCarriageReturn ? end - 1 : end)
  }

  /// A line from 0 as text.
  func line(_ line: Int) -> String { String(decoding: bytes[range(ofLine: line)], as: UTF8.self) }

  mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    bytes.replaceSubrange(range, with: new)
    self = TextLines(bytes, encoding)
  }

  // MARK: - Positions

  /// The byte at a position of an editor; what is beyond a line or the text ends there.
  func offset(of position: JSONTree?) -> Int {
    let line = max(0, position?["line"]?.integer ?? 0)
    let character = max(0, position?["character"]?.integer ?? 0)
    let range = range(ofLine: line)
    var offset = range.lowerBound
    var units = 0
    while offset < range.upperBound {
      units += encoding.width(bytes[offset])
      if units > character { break }
      offset += length(bytes[offset])
    }
    return min(offset, range.upperBound)
  }

  /// The bytes of a range of an editor.
  func bytes(of range: JSONTree?) -> Range<Int> {
    let start = offset(of: range?["start"])
    return start..<max(start, offset(of: range?["end"]))
  }

  /// The line, from 0, in which a byte lies.
  func line(ofByte offset: Int) -> Int { starts.position { $0 <= offset } - 1 }

  /// A byte as an editor counts.
  func position(ofByte offset: Int) -> JSONTree {
    let line = line(ofByte: offset)
    var units = 0
    var index = starts[line]
    while index < min(offset, bytes.count) {
      units += encoding.width(bytes[index])
      index += length(bytes[index])
    }
    return ["line": .number(line), "character": .number(units)]
  }

  /// Bytes as an editor counts.
  func range(_ range: Range<Int>) -> JSONTree {
    ["start": position(ofByte: range.lowerBound), "end": position(ofByte: range.upperBound)]
  }

  /// The bytes of the part of a line that a place names.
  func bytes(of place: Place) -> Range<Int> {
    let start = offset(line: place.line, column: place.column)
    return start..<max(start, offset(line: place.line, column: place.endColumn))
  }

  func range(of place: Place) -> JSONTree { range(bytes(of: place)) }

  /// The byte at a line and a column, both from 1, columns in code points.
  func offset(line: Int, column: Int) -> Int {
    let range = range(ofLine: line - 1)
    var offset = range.lowerBound
    for _ in 1..<max(1, column) where offset < range.upperBound { offset += length(bytes[offset]) }
    return min(offset, range.upperBound)
  }
}
