extension JSONBuffer {
  /// Writes what cannot be seen as `\u…` in everything from `start` on, which has to be whole JSON:
  /// such characters stand in its strings alone.
  ///
  /// These are DEL, the C1 controls, Unicode's line ends and byte order mark, and what turns text
  /// around. A terminal, an editor or a program that splits lines would act on them.
  public mutating func escapeInvisible(from start: Int) {
    // `max` compiles to vector instructions; a search for the first byte does not.
    guard storage[start..<filled].reduce(0, max) >= 0x7F else { return }
    let text = String(decoding: storage[start..<filled], as: UTF8.self)
    guard text.unicodeScalars.contains(where: isInvisible) else { return }
    filled = start
    for scalar in text.unicodeScalars {
      if isInvisible(scalar) {
        let digits = String(scalar.value, radix: 16)
        let padding = String(repeating: "0", count: 4 - digits.count)
        for byte in ("\\u" + padding + digits).utf8 { put(byte) }
      } else {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
      }
    }
  }
}

private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
  default: false
  }
}
