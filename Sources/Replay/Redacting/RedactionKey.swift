/// The secret from which pseudonyms are made: without it a guessed value cannot be checked against
/// its pseudonym.
public struct RedactionKey: Equatable, Sendable {
  /// The two halves of a key as SipHash takes them.
  let low: UInt64
  let high: UInt64

  /// The smallest number of bytes that a secret has.
  public static var leastBytes: Int { 16 }
}

extension RedactionKey {
  /// Takes the bytes of a secret; `nil` where they are too few to keep one.
  public init?(secret: some Collection<UInt8>) {
    guard secret.count >= RedactionKey.leastBytes else { return nil }
    // All bytes count, however many there are: the key is two hashes of the whole secret.
    low = RedactionKey(low: 0, high: 0).hash(secret)
    high = RedactionKey(low: 1, high: 0).hash(secret)
  }

  /// Draws a key that nobody keeps.
  public static func random(using generator: inout some RandomNumberGenerator) -> RedactionKey {
    RedactionKey(low: generator.next(), high: generator.next())
  }

  /// SipHash-2-4 of `bytes` under this key (Aumasson and Bernstein, 2012).
  ///
  /// A keyed pseudorandom function is all that pseudonyms need; the cryptographic library would
  /// double the build of the command.
  public func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
    var state = SipState(low, high)
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in bytes {
      word |= UInt64(byte) << (8 * (count & 7))
      count += 1
      if count & 7 == 0 {
        state.compress(word)
        word = 0
      }
    }
    state.compress(word | count << 56)
    return state.finish()
  }
}

private struct SipState {
  private var words: (UInt64, UInt64, UInt64, UInt64)

  init(_ low: UInt64, _ high: UInt64) {
    words = (
      low ^ 0x736f_6d65_7073_6575, high ^ 0x646f_7261_6e64_6f6d,
      low ^ 0x6c79_6765_6e65_7261, high ^ 0x7465_6462_7974_6573
    )
  }

  mutating func compress(_ word: UInt64) {
    words.3 ^= word
    for _ in 0..<2 { round() }
    words.0 ^= word
  }

  mutating func finish() -> UInt64 {
    words.2 ^= 0xff
    for _ in 0..<4 { round() }
    return words.0 ^ words.1 ^ words.2 ^ words.3
  }

  private mutating func round() {
    words.0 &+= words.1
    words.2 &+= words.3
    words.1 = rotate(words.1, 13) ^ words.0
    words.3 = rotate(words.3, 16) ^ words.2
    words.0 = rotate(words.0, 32)
    words.2 &+= words.1
    words.0 &+= words.3
    words.1 = rotate(words.1, 17) ^ words.2
    words.3 = rotate(words.3, 21) ^ words.0
    words.2 = rotate(words.2, 32)
  }

  private func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }
}
