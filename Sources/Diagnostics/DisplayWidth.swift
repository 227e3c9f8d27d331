/// Counts the cells of a terminal that `text` takes: wide characters two, combining marks none.
///
/// Control characters count nothing; show them by something visible first.
public func displayWidth(_ text: some StringProtocol) -> Int {
  if isPrintableASCII(text) { return text.utf8.count }
  var width = 0
  for character in text { width += cells(of: character) }
  return width
}

/// Makes the blanks that `text` needs beside it to fill `width` cells of a terminal; none where it
/// is as wide or wider.
public func padding(_ text: some StringProtocol, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - displayWidth(text)))
}

/// Whether each byte is a character that can be seen and takes one cell, as in most texts.
func isPrintableASCII(_ text: some StringProtocol) -> Bool {
  let bytes = text.utf8
  // `min` and `max` compile to vector instructions; a search for the first byte does not.
  let isPrintable = bytes.withContiguousStorageIfAvailable { bytes in
    bytes.reduce(0x20, min) == 0x20 && bytes.reduce(0x7E, max) == 0x7E
  }
  return isPrintable ?? bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
}

/// A cluster is as wide as its first scalar; the emoji selector makes it wide.
private func cells(of character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  if first.isASCII { return first.value >= 0x20 && first.value != 0x7F ? 1 : 0 }
  if scalars.contains("\u{FE0F}") { return 2 }
  switch first.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: return 0
  default: return isWide(first) ? 2 : 1
  }
}

/// East Asian wide and full-width blocks (UAX #11), by block rather than by character.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
    true
  default: scalar.properties.isEmojiPresentation
  }
}
