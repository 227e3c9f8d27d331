/// A receiver of canonical JSON, piece by piece: into a buffer, against other bytes, into a hash.
public protocol JSONSink {
  mutating func put(_ byte: UInt8)
  /// Takes bytes that need no escape.
  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>)
  /// Takes the lowest bytes of a word, at most eight and the lowest one first.
  mutating func put(word: UInt64, count: Int)
  /// Takes a member's name, which needs no escape, after a comma where one is needed.
  mutating func put(key: StaticString, afterComma: Bool)
  /// Takes text as a string with quotes; only what JSON demands is escaped.
  mutating func put(string: String)
}

extension JSONSink {
  /// Takes text that needs no escape.
  @inlinable @inline(__always)
  public mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Takes a member's name piece by piece.
  @inlinable @inline(__always)
  public mutating func put(key: StaticString, afterComma: Bool) {
    if afterComma { put(UInt8(ascii: ",")) }
    put(UInt8(ascii: "\""))
    put(key)
    put("\":")
  }

  /// Takes text as a string, looking at each byte.
  @inlinable
  public mutating func put(string: String) { put(escaping: string) }

  /// Takes text that is JSON already.
  public mutating func put(json: String) {
    var json = json
    json.withUTF8 { put($0) }
  }

  /// Takes a whole number.
  @inlinable
  public mutating func put(integer: Int64) {
    let magnitude = integer.magnitude
    if integer < 0 { put(UInt8(ascii: "-")) }
    if magnitude < 100_000_000 { return put(DecimalDigits(magnitude), withZeros: false) }
    let (rest, last) = magnitude.quotientAndRemainder(dividingBy: 100_000_000)
    if rest < 100_000_000 {
      put(DecimalDigits(rest), withZeros: false)
    } else {
      let (first, middle) = rest.quotientAndRemainder(dividingBy: 100_000_000)
      put(DecimalDigits(first), withZeros: false)
      put(DecimalDigits(middle), withZeros: true)
    }
    put(DecimalDigits(last), withZeros: true)
  }

  @inlinable @inline(__always)
  mutating func put(_ digits: DecimalDigits, withZeros: Bool) {
    let zeros = withZeros ? 0 : digits.leadingZeros
    put(word: digits.text &>> UInt64(8 * zeros), count: 8 - zeros)
  }

  /// Takes text as a string with quotes, looking at each byte.
  @inline(never)
  public mutating func put(escaping text: String) {
    put(UInt8(ascii: "\""))
    let whole: Void? = text.utf8.withContiguousStorageIfAvailable { put(escaping: $0) }
    if whole == nil {
      // A string bridged from another runtime has no bytes to point at.
      Array(text.utf8).withUnsafeBufferPointer { put(escaping: $0) }
    }
    put(UInt8(ascii: "\""))
  }

  private mutating func put(escaping bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in bytes.indices where !isVerbatim(bytes[index]) {
      put(UnsafeBufferPointer(rebasing: bytes[start..<index]))
      put(escapeOf: bytes[index])
      start = index + 1
    }
    put(UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  private mutating func put(escapeOf byte: UInt8) {
    put(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: put(byte)
    case 0x08: put(UInt8(ascii: "b"))
    case 0x09: put(UInt8(ascii: "t"))
    case 0x0A: put(UInt8(ascii: "n"))
    case 0x0C: put(UInt8(ascii: "f"))
    case 0x0D: put(UInt8(ascii: "r"))
    default:
      put("u00")
      put(hexadecimalDigit(byte >> 4))
      put(hexadecimalDigit(byte & 15))
    }
  }
}

/// Whether bytes of a string stand in JSON as they are.
@inlinable @inline(__always)
public func isVerbatim(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let base = bytes.baseAddress else { return true }
  let raw = UnsafeRawPointer(base)
  if bytes.count >= 8 {
    let last = bytes.count - 8
    var found = escapedBytes(word(raw, last))
    var index = 0
    while index < last {
      found |= escapedBytes(word(raw, index))
      index += 8
    }
    return found == 0
  }
  var index = 0
  while index < bytes.count {
    if !isVerbatim(base[index]) { return false }
    index += 1
  }
  return true
}

/// Not zero where a byte of eight is a quote, a backslash or a control character.
@inlinable @inline(__always)
public func escapedBytes(_ word: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quote = word ^ (ones &* 0x22)
  let slash = word ^ (ones &* 0x5C)
  let found =
    ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | ((word &- (ones &* 0x20)) & ~word)
  return found & (ones &* 0x80)
}

/// Whether a byte of a string stands in JSON as it is.
@inlinable @inline(__always)
public func isVerbatim(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x22 && byte != 0x5C }

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? 0x30 + value : 0x57 + value
}
