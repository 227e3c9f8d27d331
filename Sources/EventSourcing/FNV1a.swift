/// The 64-bit FNV-1a hash that traces use for states and for their own integrity.
///
/// It finds edits and damage, not forgery.
public struct FNV1a: Sendable {
  @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of everything added so far.
  @inlinable public var value: UInt64 { state }

  /// Creates the hash of no bytes.
  @inlinable public init() {}

  /// Adds one byte.
  @inlinable @inline(__always) public mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// Adds bytes in order.
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Adds bytes in order, eight in a round: each waits for the one before it anyway, and what
  /// stands around the hash gets the rest of the processor.
  @inlinable @inline(__always) public mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    // In a variable of its own it stays in a register from byte to byte.
    var hash = self
    var index = 0
    let rounds = bytes.count & ~7
    while index < rounds {
      hash.add(bytes[index])
      hash.add(bytes[index &+ 1])
      hash.add(bytes[index &+ 2])
      hash.add(bytes[index &+ 3])
      hash.add(bytes[index &+ 4])
      hash.add(bytes[index &+ 5])
      hash.add(bytes[index &+ 6])
      hash.add(bytes[index &+ 7])
      index &+= 8
    }
    while index < bytes.count {
      hash.add(bytes[index])
      index &+= 1
    }
    self = hash
  }

  /// Adds a number as eight bytes, lowest first.
  public mutating func add(_ number: UInt64) {
    for shift in 0..<8 { add(UInt8(truncatingIfNeeded: number >> UInt64(shift * 8))) }
  }

  /// The hash as it stands in a trace: 16 hexadecimal digits.
  public var text: String { FNV1a.text(value) }

  /// A hash as 16 hexadecimal digits.
  public static func text(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
