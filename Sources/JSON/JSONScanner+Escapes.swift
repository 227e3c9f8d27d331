extension JSONScanner {
  /// Reads one escape, which may be two halves of a surrogate pair.
  mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    let kind = next
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode(from: start)
    default: throw JSONError(.badEscape, at: start, to: min(position, bytes.count))
    }
  }

  private mutating func unicode(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try fourDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, matches("\\u", at: position) else {
      throw JSONError(.loneSurrogate, at: start, to: position)
    }
    let again = position
    position += 2
    let second = try fourDigits(from: again)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw JSONError(.loneSurrogate, at: start, to: again) }
    return scalar
  }

  private mutating func fourDigits(from start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexadecimal(next) else {
        throw JSONError(.badEscape, at: start, to: min(position + 1, bytes.count))
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  private func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Counts the bytes of the UTF-8 sequence at `offset`; overlong forms, surrogates and values
  /// beyond U+10FFFF are refused, never repaired.
  func scalarLength(at offset: Int) throws(JSONError) -> Int {
    let lead = bytes[offset]
    let second = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    let length: Int
    let range: ClosedRange<UInt8>
    switch lead {
    case 0xC2...0xDF: (length, range) = (2, 0x80...0xBF)
    case 0xE0: (length, range) = (3, 0xA0...0xBF)
    case 0xED: (length, range) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, range) = (3, 0x80...0xBF)
    case 0xF0: (length, range) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, range) = (4, 0x80...0xBF)
    case 0xF4: (length, range) = (4, 0x80...0x8F)
    default: throw JSONError(.invalidUTF8, at: offset)
    }
    guard range.contains(second), offset + length <= bytes.count,
      bytes[(offset + 1)..<(offset + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw JSONError(.invalidUTF8, at: offset) }
    return length
  }
}

/// Resolves the escapes of a string that is known to be well-formed.
@usableFromInline
func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> String {
  var scanner = JSONScanner(raw)
  var result: [UInt8] = []
  result.reserveCapacity(raw.count)
  while !scanner.atEnd {
    if scanner.next == UInt8(ascii: "\\") {
      guard let scalar = try? scanner.escape() else { break }
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    } else {
      result.append(scanner.next)
      scanner.position += 1
    }
  }
  return String(decoding: result, as: UTF8.self)
}
