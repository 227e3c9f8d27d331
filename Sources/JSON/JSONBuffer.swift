/// Canonical JSON in memory.
public struct JSONBuffer: JSONSink, Sendable {
  /// The bytes so far.
  public var bytes: [UInt8] = []

  /// Creates an empty buffer.
  public init() {}

  /// Appends one byte.
  @inlinable @inline(__always)
  public mutating func put(_ byte: UInt8) { bytes.append(byte) }

  /// Appends bytes.
  @inlinable @inline(__always)
  public mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }
}
