/// The range of a string, without its quotes.
public struct JSONString: Equatable, Sendable {
  /// The byte after the opening quote.
  public var start: Int
  /// The closing quote.
  public var end: Int
  /// Whether escapes have to be resolved.
  public var escaped: Bool

  /// The place of a string's contents.
  @inlinable public init(start: Int, end: Int, escaped: Bool) {
    self.start = start
    self.end = end
    self.escaped = escaped
  }
}

extension JSONScanner {
  /// Reads a string and finds everything that is wrong with it, without copying it.
  @inlinable
  public mutating func string() throws(JSONError) -> JSONString {
    guard take(UInt8(ascii: "\"")) else { throw JSONError(.expected("a string"), at: position) }
    let start = position
    position += plainBytes(from: position)
    if next == UInt8(ascii: "\"") {
      position += 1
      return JSONString(start: start, end: position - 1, escaped: false)
    }
    return try restOfString(from: start)
  }

  /// The text of a string that `string()` has found.
  @inlinable
  public func text(_ string: JSONString) -> String {
    let raw = UnsafeBufferPointer(rebasing: bytes[string.start..<string.end])
    return string.escaped ? unescaped(raw) : String(decoding: raw, as: UTF8.self)
  }

  /// Whether a string that `string()` has found is `text`.
  @inlinable @inline(__always)
  public func holds(_ text: StaticString, at string: JSONString) -> Bool {
    if string.escaped { return self.text(string) == text.description }
    return string.end - string.start == text.utf8CodeUnitCount && matches(text, at: string.start)
  }

  /// Whether a string that `string()` has found is `text`.
  public func holds(_ text: String, at string: JSONString) -> Bool {
    guard !string.escaped, let base = bytes.baseAddress else { return self.text(string) == text }
    let count = string.end - string.start
    let isSame = text.utf8.withContiguousStorageIfAvailable { name in
      guard name.count == count, let first = name.baseAddress else { return false }
      return sameBytes(base + string.start, first, count)
    }
    return isSame ?? (self.text(string) == text)
  }

  /// Counts the bytes from `offset` on that are ASCII and need no second look.
  @inlinable @inline(__always)
  func plainBytes(from offset: Int) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let raw = UnsafeRawPointer(base)
    var index = offset
    while bytes.count - index >= 8 {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let found = specialBytes(UInt64(littleEndian: word))
      if found != 0 { return index - offset + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, isPlain(bytes[index]) { index += 1 }
    return index - offset
  }

  @usableFromInline
  mutating func restOfString(from start: Int) throws(JSONError) -> JSONString {
    var escaped = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return JSONString(start: start, end: position - 1, escaped: escaped)
      } else if byte == UInt8(ascii: "\\") {
        escaped = true
        _ = try escape()
      } else if byte < 0x20 {
        throw JSONError(.controlCharacter, at: position)
      } else if byte < 0x80 {
        position += 1
      } else {
        position += try scalarLength(at: position)
      }
    }
    throw JSONError(.expected("the closing '\"' of this string"), at: start - 1)
  }
}

/// The high bit of every byte that is a quote, a backslash, a control character or not ASCII.
///
/// Only the lowest one set is exact; those above it may be set by a borrow.
@inlinable @inline(__always)
func specialBytes(_ word: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quote = word ^ (ones &* 0x22)
  let slash = word ^ (ones &* 0x5C)
  let found = (quote &- ones) | (slash &- ones) | (word &- (ones &* 0x20)) | word
  return found & (ones &* 0x80)
}

@inlinable @inline(__always)
func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
}
