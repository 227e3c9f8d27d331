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
    guard same, other.count > 0 else { return }
    guard bytes.count - position >= other.count, let left = bytes.baseAddress,
      let right = other.baseAddress, sameBytes(left + position, right, other.count)
    else {
      same = false
      return
    }
    position += other.count
  }
}

/// The walk that holds an effect just ordered against a recorded line, without reading the line.
public typealias JSONMatcher = JSONWalk<ByteComparison>
