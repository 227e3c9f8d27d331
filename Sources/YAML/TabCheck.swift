import Diagnostics

/// Finds tabs that separate words; in quoted text, block scalars and comments they are text.
struct TabCheck {
  let source: SourceText
  /// In the order of the file.
  let quoted: [(start: Mark, end: Mark)]

  private static let limit = 10

  func findings() -> [Diagnostic] {
    var found: [Diagnostic] = []
    var remaining = quoted[...]
    var line = 1
    var column = 1
    var before: UInt8 = 0x0A
    var isComment = false
    var isIndentation = true
    for byte in source.bytes.dropFirst(source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0) {
      let mark = Mark(line: line, column: column)
      while let first = remaining.first, !(mark < first.end) { remaining.removeFirst() }
      let isQuoted = remaining.first.map { !(mark < $0.start) } ?? false
      if byte == 0x0A { isComment = false }
      if byte == 0x23, !isQuoted, before <= 0x20 { isComment = true }
      if byte == 0x09, !isQuoted, !isComment {
        let place = Place(file: source.file, line: line, column: column)
        found.append(YAMLFindings.tab(place, startsLine: isIndentation))
        if found.count == Self.limit { break }
      }
      isIndentation = byte == 0x0A || (isIndentation && byte <= 0x20)
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      before = byte
    }
    return found
  }
}

extension Mark: Comparable {
  static func < (left: Mark, right: Mark) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
