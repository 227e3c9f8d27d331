/// A strict scanner of RFC 8259 over bytes that it does not own; it copies nothing.
///
/// The caller keeps the bytes in place for as long as it scans.
public struct JSONScanner {
  /// The bytes.
  public let bytes: UnsafeBufferPointer<UInt8>
  /// The next byte to read.
  public var position: Int

  /// The greatest depth to which objects and lists may be nested.
  public static let depthLimit = 64

  /// Scans `bytes` from `position` on.
  @inlinable public init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Whether all bytes are read.
  @inlinable public var atEnd: Bool { position >= bytes.count }

  /// The next byte, or 0 at the end: JSON has no use for a zero byte.
  @inlinable @inline(__always)
  public var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Passes over spaces, tabs and line ends.
  @inlinable @inline(__always)
  public mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20, isSpace(bytes[position]) {
      position += 1
    }
  }

  /// Passes over `byte` when it comes next.
  @inlinable @inline(__always)
  public mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Passes over `text` when exactly these bytes come next.
  @inlinable @inline(__always)
  public mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard matches(text, at: position) else { return false }
    position += count
    return true
  }

  /// Passes over `byte`, with space before it; throws what was expected instead.
  @inlinable @inline(__always)
  public mutating func expect(_ byte: UInt8, _ what: StaticString) throws(JSONError) {
    skipSpace()
    guard take(byte) else {
      throw JSONError(.expected(what.description), at: position)
    }
  }

  /// Whether the bytes of `text` stand at `offset`.
  @inlinable @inline(__always)
  public func matches(_ text: StaticString, at offset: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - offset >= count, let base = bytes.baseAddress else { return false }
    return sameBytes(base + offset, text.utf8Start, count)
  }

  @inlinable @inline(__always)
  func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

/// Whether `count` bytes at two places are the same.
@inlinable @inline(__always)
public func sameBytes(
  _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
) -> Bool {
  let a = UnsafeRawPointer(left)
  let b = UnsafeRawPointer(right)
  if count >= 8 {
    // The last eight bytes may overlap those before them: there is no rest to go through.
    let last = count - 8
    var index = 0
    while index < last {
      if word(a, index) != word(b, index) { return false }
      index += 8
    }
    return word(a, last) == word(b, last)
  }
  if count >= 4 {
    return halfWord(a, 0) == halfWord(b, 0) && halfWord(a, count - 4) == halfWord(b, count - 4)
  }
  var index = 0
  while index < count {
    if left[index] != right[index] { return false }
    index += 1
  }
  return true
}

/// Whether `count` bytes at two places are the same, and stand in a JSON string as they are.
@inlinable @inline(__always)
public func sameVerbatim(
  _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
) -> Bool {
  let a = UnsafeRawPointer(left)
  let b = UnsafeRawPointer(right)
  if count >= 8 {
    let last = count - 8
    var escaped = escapedBytes(word(a, last))
    var index = 0
    while index < last {
      if word(a, index) != word(b, index) { return false }
      escaped |= escapedBytes(word(a, index))
      index += 8
    }
    return escaped == 0 && word(a, last) == word(b, last)
  }
  var index = 0
  while index < count {
    if left[index] != right[index] || !isVerbatim(left[index]) { return false }
    index += 1
  }
  return true
}

/// Four bytes at once, wherever they stand.
@inlinable @inline(__always)
func halfWord(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt32 {
  bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
}

/// Eight bytes at once, wherever they stand.
@inlinable @inline(__always)
func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
  bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
}
