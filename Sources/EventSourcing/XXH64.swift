/// The 64-bit xxHash with seed 0 that traces use for states and for their own integrity.
///
/// It finds edits and damage, not forgery. Bytes may come in pieces of any size.
public struct XXH64: Equatable, Sendable {
  /// Four running sums, each over every fourth group of eight bytes.
  private var lanes = SIMD4<UInt64>(
    XXH64.prime1 &+ XXH64.prime2, XXH64.prime2, 0, 0 &- XXH64.prime1)
  /// The bytes after the last whole block of 32, lowest first; zero where there are none.
  private var rest = SIMD4<UInt64>.zero
  private var count: UInt64 = 0

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Creates the hash of no bytes.
  public init() {}

  /// Creates the hash of `bytes`.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) { add(bytes) }

  /// Hashes the UTF-8 of a text.
  public init(_ text: String) {
    self = Array(text.utf8).withUnsafeBufferPointer { XXH64($0) }
  }

  /// Adds bytes behind those added before.
  public mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while restCount > 0, index < bytes.count {
      append(bytes[index])
      index += 1
    }
    index += addBlocks(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[index...]))
    while index < bytes.count {
      append(bytes[index])
      index += 1
    }
  }

  /// The hash of everything added so far.
  public var value: UInt64 {
    var hash = XXH64.prime5
    if count >= 32 {
      hash = rotated(lanes[0], 1) &+ rotated(lanes[1], 7) &+ rotated(lanes[2], 12)
      hash = hash &+ rotated(lanes[3], 18)
      for index in 0..<4 {
        hash = (hash ^ XXH64.round(0, lanes[index])) &* XXH64.prime1 &+ XXH64.prime4
      }
    }
    return avalanche(addingRest(to: hash &+ count))
  }

  /// The hash as it stands in a trace: 16 hexadecimal digits.
  public var text: String { XXH64.text(value) }

  /// A hash as 16 hexadecimal digits.
  public static func text(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Reads 16 hexadecimal digits in lower case; `nil` for anything else.
  public static func parse(_ text: String) -> UInt64? {
    guard let hash = UInt64(text, radix: 16), XXH64.text(hash) == text else { return nil }
    return hash
  }

  private var restCount: Int { Int(truncatingIfNeeded: count & 31) }

  /// Adds the whole blocks of 32 bytes at the start of `bytes` and returns their size.
  private mutating func addBlocks(_ bytes: UnsafeRawBufferPointer) -> Int {
    // In variables of their own they stay in registers from block to block.
    var (first, second, third, fourth) = (lanes[0], lanes[1], lanes[2], lanes[3])
    let end = bytes.count & ~31
    var offset = 0
    while offset < end {
      first = XXH64.round(first, word(bytes, offset))
      second = XXH64.round(second, word(bytes, offset &+ 8))
      third = XXH64.round(third, word(bytes, offset &+ 16))
      fourth = XXH64.round(fourth, word(bytes, offset &+ 24))
      offset &+= 32
    }
    lanes = SIMD4(first, second, third, fourth)
    count &+= UInt64(end)
    return end
  }

  /// Adds one byte; the block that it completes becomes part of the sums.
  private mutating func append(_ byte: UInt8) {
    let place = restCount
    rest[place >> 3] |= UInt64(byte) << UInt64((place & 7) << 3)
    count &+= 1
    guard place == 31 else { return }
    for index in 0..<4 { lanes[index] = XXH64.round(lanes[index], rest[index]) }
    rest = .zero
  }

  /// Adds the bytes behind the last block: groups of eight bytes, one of four, single ones.
  private func addingRest(to hash: UInt64) -> UInt64 {
    var hash = hash
    let words = restCount >> 3
    for index in 0..<words {
      hash ^= XXH64.round(0, rest[index])
      hash = rotated(hash, 27) &* XXH64.prime1 &+ XXH64.prime4
    }
    var left = restCount & 7
    guard left > 0 else { return hash }
    var bytes = rest[words]
    if left >= 4 {
      hash ^= (bytes & 0xFFFF_FFFF) &* XXH64.prime1
      hash = rotated(hash, 23) &* XXH64.prime2 &+ XXH64.prime3
      bytes >>= 32
      left -= 4
    }
    for _ in 0..<left {
      hash ^= (bytes & 0xFF) &* XXH64.prime5
      hash = rotated(hash, 11) &* XXH64.prime1
      bytes >>= 8
    }
    return hash
  }

  private func avalanche(_ hash: UInt64) -> UInt64 {
    var hash = hash
    hash = (hash ^ (hash >> 33)) &* XXH64.prime2
    hash = (hash ^ (hash >> 29)) &* XXH64.prime3
    return hash ^ (hash >> 32)
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }
}

@inline(__always)
private func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
  (word &<< bits) | (word &>> (64 &- bits))
}

@inline(__always)
private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
  UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
}
