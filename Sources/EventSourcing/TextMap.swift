/// Values by name, kept sorted by the name's UTF-8 bytes: its order is the same in every process.
public struct TextMap<Value: Described>: Described {
  /// The names and values, sorted by name; each name once.
  public private(set) var entries: [Entry] = []

  /// One name with its value.
  public struct Entry: Hashable, Sendable {
    /// The name.
    public var key: String
    /// The value under that name.
    public var value: Value

    /// Pairs a name with a value.
    @inlinable public init(key: String, value: Value) {
      self.key = key
      self.value = value
    }

    public static func == (left: Entry, right: Entry) -> Bool {
      isSpelled(left.key, as: right.key) && left.value == right.value
    }
  }

  /// Creates a map without entries.
  public init() {}

  public static var sample: TextMap { TextMap() }

  /// The value under `key`; setting `nil` removes it.
  public subscript(key: String) -> Value? {
    get {
      let (index, isThere) = entries.place(of: key) { $0.key }
      return isThere ? entries[index].value : nil
    }
    set {
      let (index, isThere) = entries.place(of: key) { $0.key }
      switch (isThere, newValue) {
      case (true, let value?): entries[index].value = value
      case (true, nil): entries.remove(at: index)
      case (false, let value?): entries.insert(Entry(key: key, value: value), at: index)
      case (false, nil): break
      }
    }
  }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> TextMap {
    try visitor.map(self)
  }
}

extension TextMap: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Value)...) {
    for (key, value) in elements { self[key] = value }
  }
}

/// Whether two names have the same bytes; equal texts may be two spellings of an accented letter.
package func isSpelled(_ left: String, as right: String) -> Bool {
  withBytes(left, right) { $0.count == $1.count && sharedCount($0, $1) == $0.count }
    ?? left.utf8.elementsEqual(right.utf8)
}

/// Whether `left` comes before `right` by UTF-8 bytes, which is the order of everything written.
public func precedes(_ left: String, _ right: String) -> Bool {
  withBytes(left, right) { left, right in
    let shared = sharedCount(left, right)
    guard shared < left.count, shared < right.count else { return left.count < right.count }
    return left[shared] < right[shared]
  } ?? left.utf8.lexicographicallyPrecedes(right.utf8)
}

/// Looks at the bytes of two texts; `nil` for one that another system lent, whose bytes do not lie
/// in a row.
private func withBytes(
  _ left: String, _ right: String,
  _ look: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
) -> Bool? {
  left.utf8.withContiguousStorageIfAvailable { left in
    right.utf8.withContiguousStorageIfAvailable { look(left, $0) }
  } ?? nil
}

/// Counts the bytes with which both begin.
func sharedCount(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Int {
  let shorter = min(left.count, right.count)
  var index = 0
  // Names often begin with the same bytes: eight of them at a time, the first one highest.
  while shorter - index >= 8 {
    let difference = eightBytes(left, at: index) ^ eightBytes(right, at: index)
    if difference != 0 { return index + difference.leadingZeroBitCount / 8 }
    index += 8
  }
  while index < shorter, left[index] == right[index] { index += 1 }
  return index
}

private func eightBytes(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt64 {
  UInt64(
    bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
}
