/// Where canonical JSON goes, piece by piece: into a buffer, against other bytes, into a hash.
public protocol JSONSink {
  /// Takes one byte.
  mutating func put(_ byte: UInt8)
  /// Takes bytes that need no escape.
  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>)
}

extension JSONSink {
  /// Takes text that needs no escape.
  @inlinable @inline(__always)
  public mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Takes a whole number.
  @inlinable
  public mutating func put(integer: Int64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var index = 20
      var rest = integer.magnitude
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        index -= 1
        digits[index] = 0x30 + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest != 0
      if integer < 0 { put(UInt8(ascii: "-")) }
      put(UnsafeBufferPointer(rebasing: digits[index...]))
    }
  }

  /// Takes text as a string with quotes; only what JSON demands is escaped.
  @inlinable
  public mutating func put(string: String) {
    put(UInt8(ascii: "\""))
    let whole: Void? = string.utf8.withContiguousStorageIfAvailable { put(escaping: $0) }
    if whole == nil {
      // A string bridged from another runtime has no bytes to point at.
      Array(string.utf8).withUnsafeBufferPointer { put(escaping: $0) }
    }
    put(UInt8(ascii: "\""))
  }

  @inlinable
  mutating func put(escaping bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in bytes.indices where !isVerbatim(bytes[index]) {
      put(UnsafeBufferPointer(rebasing: bytes[start..<index]))
      put(escapeOf: bytes[index])
      start = index + 1
    }
    put(UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  @usableFromInline
  mutating func put(escapeOf byte: UInt8) {
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

@inlinable @inline(__always)
func isVerbatim(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x22 && byte != 0x5C }

@usableFromInline
func hexadecimalDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
