import Diagnostics

/// A check before libyaml sees a file: it would accept these bytes, count lines differently from
/// editors, or complain without a place.
struct ByteCheck {
  /// Whether there is anything but printable ASCII and line ends.
  let isUnusual: Bool
  private let source: SourceText
  private var found: [Diagnostic] = []

  /// The greatest number of findings of this stage: with more, the file is usually of another kind.
  private static let limit = 10

  init(_ source: SourceText) {
    self.source = source
    // Gathered and not looked for: that is computed for many bytes at once.
    isUnusual =
      source.bytes.reduce(0 as UInt8) {
        $0 | ($1 &- 0x20 > 0x5E ? 1 : 0) & ($1 == 0x0A ? 0 : 1)
      } != 0
  }

  mutating func findings() -> [Diagnostic] {
    guard source.bytes.count <= maximumYAMLSize else {
      return [
        Diagnostic(
          .tooLarge,
          "the file has more than the \(maximumYAMLSize) bytes that are read at most",
          at: Place(file: source.file, line: 1, column: 1), labels: [],
          notes: ["help: split it by feature; recorded runs belong into .trace.jsonl files"])
      ]
    }
    if isUnusual { source.bytes.withUnsafeBufferPointer { scan($0) } }
    return found
  }

  /// One pass; printable ASCII costs one comparison.
  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = source.contentStart
    var lineStart = index
    while index < bytes.count, found.count < Self.limit {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F {
        index += 1
        continue
      }
      if byte == 0x0A {
        lineStart = index + 1
      } else if byte == 0x09, index == lineStart {
        found.append(.tab(source.place(ofByte: index), startsLine: true))
      } else if byte < 0x80 {
        checkControl(byte, at: index, next: index + 1 < bytes.count ? bytes[index + 1] : nil)
      } else {
        var rest = bytes[index...].makeIterator()
        var parser = UTF8.ForwardParser()
        guard case .valid(let encoded) = parser.parseScalar(from: &rest) else {
          return found.append(notUTF8(source, at: index))
        }
        checkScalar(UTF8.decode(encoded), at: index)
        index += encoded.count - 1
      }
      index += 1
    }
  }

  private mutating func checkControl(_ byte: UInt8, at index: Int, next: UInt8?) {
    switch byte {
    case 0x09: return
    case 0x0D: if next != 0x0A { found.append(lineBreak("CR", at: index)) }
    case _: found.append(control(Unicode.Scalar(byte), at: index))
    }
  }

  private mutating func checkScalar(_ scalar: Unicode.Scalar, at index: Int) {
    switch scalar.value {
    case 0x85, 0x2028, 0x2029: found.append(lineBreak(scalar.codePoint, at: index))
    case 0x80...0x9F, 0xFEFF, 0xFFFE, 0xFFFF: found.append(control(scalar, at: index))
    default: return
    }
  }

  private func control(_ scalar: Unicode.Scalar, at offset: Int) -> Diagnostic {
    let isMark = scalar.value == 0xFEFF
    let name = scalar.codePoint
    return Diagnostic(
      .control,
      isMark ? "a byte order mark inside the file" : "control character \(name) in the file",
      at: source.place(ofByte: offset), proposal: "remove it",
      notes: [
        isMark
          ? "it is invisible and would become part of a name"
          : "help: inside double quotes it can be written as \"\\u\(name.dropFirst(2))\""
      ])
  }

  private func lineBreak(_ name: String, at offset: Int) -> Diagnostic {
    let isReturn = name == "CR"
    return Diagnostic(
      .lineBreak, isReturn ? "a carriage return without a line feed" : "line break \(name)",
      at: source.place(ofByte: offset),
      proposal: isReturn ? "end lines with LF or CRLF" : "remove it",
      notes: [
        "YAML 1.1 readers start a new line here and editors do not, so text behind it changes "
          + "its meaning unseen"
      ])
  }
}

/// The finding that a text is not UTF-8 from its first byte on that cannot stand there; `nil` where
/// it is.
package func notUTF8(_ source: SourceText) -> Diagnostic? {
  var rest = source.bytes.makeIterator()
  var parser = UTF8.ForwardParser()
  var offset = 0
  while true {
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded): offset += encoded.count
    case .error: return notUTF8(source, at: offset)
    case .emptyInput: return nil
    }
  }
}

private func notUTF8(_ source: SourceText, at offset: Int) -> Diagnostic {
  let bytes = source.bytes
  let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
  let shown = "0x" + String(bytes[offset], radix: 16, uppercase: true)
  return Diagnostic(
    .notUTF8, "the file is not UTF-8", at: source.place(ofByte: offset),
    proposal: isUTF16 ? "this looks like UTF-16" : "byte \(shown) cannot stand here",
    notes: ["help: save the file as UTF-8"])
}

extension Refusals {
  private static let blankLimit = 10

  /// Finds tabs and characters that cannot be seen where they separate words or are part of one; in
  /// quoted text, block scalars and comments they are text.
  func blankFindings() -> [Diagnostic] {
    var found: [Diagnostic] = []
    var remaining = quoted[...]
    var mark = Mark(line: 1, column: 1)
    var before: Unicode.Scalar = "\n"
    var isComment = false
    var isIndentation = true
    let content = source.bytes[source.contentStart...]
    for scalar in String(decoding: content, as: UTF8.self).unicodeScalars {
      while let first = remaining.first, !(mark < first.end) { remaining.removeFirst() }
      let isQuoted = remaining.first.map { !(mark < $0.start) } ?? false
      if scalar == "\n" { isComment = false }
      if scalar == "#", !isQuoted, before.value <= 0x20 { isComment = true }
      if !isQuoted, !isComment {
        let place = Place(file: source.file, line: mark.line, column: mark.column)
        if scalar == "\t" {
          found.append(.tab(place, startsLine: isIndentation))
        } else if let character = InvisibleCharacter(scalar, after: before) {
          let digits = character.codePoint.dropFirst(2)
          let escape = digits.count > 4 ? "" : ", there also as \"\\u\(digits)\","
          found.append(
            Diagnostic(
              .control,
              "a character that cannot be seen: \(character.codePoint), \(character.name)",
              at: place, proposal: character.isSpace ? "write a plain space" : "remove it",
              notes: ["help: it may stand in quoted text\(escape) and in comments"]))
        }
        if found.count == Self.blankLimit { break }
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
