import Diagnostics

/// Finds tabs and characters that cannot be seen where they separate words or are part of one; in
/// quoted text, block scalars and comments they are text.
struct BlankCheck {
  let source: SourceText
  /// In the order of the file.
  let quoted: [(start: Mark, end: Mark)]

  private static let limit = 10

  func findings() -> [Diagnostic] {
    var found: [Diagnostic] = []
    var remaining = quoted[...]
    var mark = Mark(line: 1, column: 1)
    var before: Unicode.Scalar = "\n"
    var isComment = false
    var isIndentation = true
    let start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for scalar in String(decoding: source.bytes[start...], as: UTF8.self).unicodeScalars {
      while let first = remaining.first, !(mark < first.end) { remaining.removeFirst() }
      let isQuoted = remaining.first.map { !(mark < $0.start) } ?? false
      if scalar == "\n" { isComment = false }
      if scalar == "#", !isQuoted, before.value <= 0x20 { isComment = true }
      if !isQuoted, !isComment {
        let place = Place(file: source.file, line: mark.line, column: mark.column)
        if scalar == "\t" {
          found.append(YAMLFindings.tab(place, startsLine: isIndentation))
        } else if let character = InvisibleCharacter(scalar, after: before) {
          found.append(YAMLFindings.invisible(character, place))
        }
        if found.count == Self.limit { break }
      }
      isIndentation = scalar == "\n" || (isIndentation && scalar.value <= 0x20)
      if scalar == "\n" {
        mark = Mark(line: mark.line + 1, column: 1)
      } else {
        mark.column += 1
      }
      before = scalar
    }
    return found
  }
}

extension Mark: Comparable {
  static func < (left: Mark, right: Mark) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
