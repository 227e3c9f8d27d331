import EventSourcing
import JSON

/// Compares canonical JSON with bytes that are already there, instead of writing it.
public struct ByteComparison: JSONSink {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private var same = true

  /// Compares with `bytes` from `position` on.
  @inline(__always)
  public init(with bytes: UnsafeBufferPointer<UInt8>, from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Whether everything agreed and the bytes end where the JSON ended, at `end`.
  @inline(__always)
  public func agrees(upTo end: Int) -> Bool { same && position == end }

  /// Compares one byte.
  @inline(__always)
  public mutating func put(_ byte: UInt8) {
    guard same, position < bytes.count, bytes[position] == byte else {
      same = false
      return
    }
    position += 1
  }

  /// Compares bytes in order.
  @inline(__always)
  public mutating func put(_ other: UnsafeBufferPointer<UInt8>) {
    guard let text = other.baseAddress else { return }
    guard let place = next(other.count), sameBytes(place, text, other.count) else {
      same = false
      return
    }
    position += other.count
  }

  /// Compares the lowest bytes of a word, the lowest one first.
  @inline(__always)
  public mutating func put(word: UInt64, count: Int) {
    guard let place = next(count) else {
      same = false
      return
    }
    var rest = word
    for index in 0..<count {
      if place[index] != UInt8(truncatingIfNeeded: rest) { same = false }
      rest &>>= 8
    }
    position += count
  }

  /// Compares a member's name with all that stands around it.
  @inline(__always)
  public mutating func put(key: StaticString, afterComma: Bool) {
    let count = key.utf8CodeUnitCount
    let start = afterComma ? 1 : 0
    guard let place = next(start + count + 3), !afterComma || place[0] == UInt8(ascii: ","),
      place[start] == UInt8(ascii: "\""), sameBytes(place + start + 1, key.utf8Start, count),
      place[start + count + 1] == UInt8(ascii: "\""), place[start + count + 2] == UInt8(ascii: ":")
    else {
      same = false
      return
    }
    position += start + count + 3
  }

  /// Compares a string; where it is written without escapes, eight bytes at a time.
  @inline(__always)
  public mutating func put(string: String) {
    let count = string.utf8.withContiguousStorageIfAvailable { text in
      verbatim(text) ? text.count + 2 : -1
    }
    if let count, count > 0 {
      position += count
    } else {
      put(escaping: string)
    }
  }

  /// Whether exactly `text` stands next, in quotes and with nothing in it to escape.
  @inline(__always)
  private func verbatim(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let place = next(text.count + 2), let start = text.baseAddress else { return false }
    return place[0] == UInt8(ascii: "\"") && place[text.count + 1] == UInt8(ascii: "\"")
      && sameVerbatim(place + 1, start, text.count)
  }

  /// The next `count` bytes; `nil` where there are fewer or something has differed before.
  @inline(__always)
  private func next(_ count: Int) -> UnsafePointer<UInt8>? {
    guard same, bytes.count - position >= count, let base = bytes.baseAddress else { return nil }
    return base + position
  }
}

/// The encoding that compares an effect just ordered with a recorded line, which is not read.
public typealias JSONMatcher = JSONEncoding<ByteComparison>

/// The canonical JSON of any described value.
public func canonicalJSON<T: Described>(of value: T) -> [UInt8] {
  var writer = JSONWriter(into: JSONBuffer())
  _ = value.described(by: &writer)
  return writer.sink.bytes
}

/// The canonical JSON of an event's or effect's fields, without its name.
public func canonicalJSON<V: Vocabulary>(ofData value: V) -> [UInt8] {
  var writer = JSONWriter(into: JSONBuffer())
  writer.data(value)
  return writer.sink.bytes
}

/// The hash that `state` records hold: XXH64 over the canonical JSON of the view that `show` shows.
public func viewHash(showing show: (inout JSONWriter) -> Void) -> UInt64 {
  var writer = JSONWriter(into: JSONBuffer())
  writer.object(show)
  return writer.sink.withBytes { XXH64($0).value }
}
