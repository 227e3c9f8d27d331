/// The 64-bit FNV-1a hash that traces use for states and for their own integrity.
///
/// It finds edits and damage, not forgery.
public struct FNV1a: Sendable {
  /// The hash of everything added so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of no bytes.
  public init() {}

  /// Adds one byte.
  @inline(__always) public mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// Adds bytes in order.
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
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
