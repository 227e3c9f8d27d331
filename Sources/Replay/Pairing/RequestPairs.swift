/// The requests, or the entries of batches, of one party that correspond in two runs: numbers are
/// mapped, never compared.
struct RequestPairs {
  private var there: [Int64: Int64] = [:]
  private var back: [Int64: Int64] = [:]

  /// Whether a number of each run stand for one request; the first pair of two new ones do.
  mutating func agree(_ left: Int64?, _ right: Int64?) -> Bool {
    guard let left, let right else { return left == right }
    guard there[left] ?? right == right, back[right] ?? left == left else { return false }
    there[left] = right
    back[right] = left
    return true
  }
}
