/// A seeded stream of numbers for what lies outside the reducers; the same everywhere.
///
/// Streams of different names are independent, so that adding a party or a fault does not change
/// what the others draw. The generator is SplitMix64.
public struct RandomStream: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Opens the stream `name` of a run's `seed`.
  public init(seed: UInt64, name: String) {
    state = seed
    // A round for each byte: names that are alike still open unrelated streams.
    for byte in name.utf8 { state = next() ^ UInt64(byte) }
    _ = next()
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to `bound`, exclusive; 0 for an empty range.
  public mutating func below(_ bound: Int64) -> Int64 {
    bound > 0 ? Int64(next() % UInt64(bound)) : 0
  }

  /// True `perThousand` times in a thousand.
  public mutating func chance(perThousand: Int64) -> Bool { below(1_000) < perThousand }

  /// One of `values`, which must not be empty.
  public mutating func pick<T>(_ values: [T]) -> T { values[Int(below(Int64(values.count)))] }
}
