/// Canonical JSON in memory.
public struct JSONBuffer: JSONSink, Sendable {
  // All of the storage is initialised, so that a piece is stored and not appended: growing an
  // array byte by byte costs more than the writing.
  @usableFromInline var storage: [UInt8] = []
  @usableFromInline var filled = 0

  /// Creates an empty buffer.
  public init() {}

  /// The bytes so far.
  public var bytes: [UInt8] { withBytes(Array.init) }

  /// The number of bytes so far.
  @inlinable public var count: Int { filled }

  /// Lends the bytes so far without copying them.
  @inlinable @inline(__always)
  public func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<filled])) }
  }

  /// Forgets the bytes and keeps the storage.
  public mutating func removeAll() { filled = 0 }

  /// Appends one byte.
  @inlinable @inline(__always)
  public mutating func put(_ byte: UInt8) {
    if filled == storage.count { grow(by: 1) }
    storage[filled] = byte
    filled += 1
  }

  /// Appends bytes.
  @inlinable @inline(__always)
  public mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    store(bytes.count) { copy(source, to: $0, bytes.count) }
  }

  /// Appends the lowest bytes of a word, the lowest one first.
  @inlinable @inline(__always)
  public mutating func put(word: UInt64, count: Int) {
    // All eight are stored; what follows overwrites the ones too many.
    store(8) { UnsafeMutableRawPointer($0).storeBytes(of: word.littleEndian, as: UInt64.self) }
    filled -= 8 - count
  }

  /// Appends a member's name in quotes with its colon, after a comma where one is needed.
  @inlinable @inline(__always)
  public mutating func put(key: StaticString, afterComma: Bool) {
    let count = key.utf8CodeUnitCount
    let start = afterComma ? 1 : 0
    store(start + count + 3) { place in
      // Where there is no comma the quote overwrites it.
      place[0] = UInt8(ascii: ",")
      place[start] = UInt8(ascii: "\"")
      copy(key.utf8Start, to: place + start + 1, count)
      place[start + count + 1] = UInt8(ascii: "\"")
      place[start + count + 2] = UInt8(ascii: ":")
    }
  }

  /// Appends text as a string with quotes.
  @inlinable
  public mutating func put(string: String) {
    let isDone = string.utf8.withContiguousStorageIfAvailable { bytes in
      guard let source = bytes.baseAddress, isVerbatim(bytes) else { return false }
      store(bytes.count + 2) { place in
        place[0] = UInt8(ascii: "\"")
        copy(source, to: place + 1, bytes.count)
        place[bytes.count + 1] = UInt8(ascii: "\"")
      }
      return true
    }
    if isDone != true { put(escaping: string) }
  }

  /// Lets `write` fill the next `count` bytes.
  @inlinable @inline(__always)
  mutating func store(_ count: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    let start = filled
    if storage.count - start < count { grow(by: count) }
    storage.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { write(base + start) }
    }
    filled = start + count
  }

  @usableFromInline
  mutating func grow(by count: Int) {
    let wanted = max(storage.count * 2, filled + count, 256)
    // An array is copied at once also where nothing is optimised, `repeatElement` byte by byte.
    storage.append(contentsOf: [UInt8](repeating: 0, count: wanted - storage.count))
  }
}

/// Copies few bytes faster than a call would.
@inlinable @inline(__always)
func copy(
  _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ count: Int
) {
  if count > 64 { return target.update(from: source, count: count) }
  let from = UnsafeRawPointer(source)
  let into = UnsafeMutableRawPointer(target)
  var index = 0
  if count >= 8 {
    while index < count - 8 {
      into.storeBytes(of: word(from, index), toByteOffset: index, as: UInt64.self)
      index += 8
    }
    into.storeBytes(of: word(from, count - 8), toByteOffset: count - 8, as: UInt64.self)
    return
  }
  while index < count {
    target[index] = source[index]
    index += 1
  }
}
