import EventSourcing
import JSON

/// Canonical JSON in memory together with the hash of all of it, those bytes included that have
/// been handed over.
struct HashedBuffer: JSONSink, Sendable {
  private(set) var hash = FNV1a()
  private var buffer = JSONBuffer()
  private var hashed = 0

  /// How many bytes wait to be handed over.
  var count: Int { buffer.count }

  /// Hands over the bytes since the last time.
  mutating func take() -> [UInt8] {
    hashPending()
    defer {
      buffer.removeAll()
      hashed = 0
    }
    return buffer.bytes
  }

  /// Brings the hash up to date.
  ///
  /// It is done in small pieces, after each string, because FNV-1a waits for each byte before it
  /// takes the next one: other work runs beside it.
  @inline(__always)
  mutating func hashPending() {
    buffer.withBytes { [hashed] bytes in
      hash.add(UnsafeBufferPointer(rebasing: bytes[hashed...]))
    }
    hashed = buffer.count
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) { buffer.put(byte) }

  @inline(__always)
  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) { buffer.put(bytes) }

  @inline(__always)
  mutating func put(key: StaticString, afterComma: Bool) {
    buffer.put(key: key, afterComma: afterComma)
  }

  @inline(__always)
  mutating func put(string: String) {
    buffer.put(string: string)
    hashPending()
  }
}
