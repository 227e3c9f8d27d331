/// The pairs of places that weigh most together, in the order of both sides; those that weigh
/// nothing are no pairs. Of several equal pairings it is the first.
package func heaviestPairs(
  of a: Range<Int>, with b: Range<Int>, weight: (Int, Int) -> Int32
) -> [(Int, Int)] {
  enum Move { case pair, skipLeft, skipRight }
  let width = b.count + 1
  func cell(_ i: Int, _ j: Int) -> Int { (i - a.lowerBound) * width + (j - b.lowerBound) }
  // The weight of what is behind each pair of places.
  var weights = [Int32](repeating: 0, count: (a.count + 1) * width)
  var moves = [Move](repeating: .skipLeft, count: weights.count)
  for i in a.reversed() {
    for j in b.reversed() {
      let cell = cell(i, j)
      var (best, move) = (weights[cell + width], Move.skipLeft)
      if weights[cell + 1] > best { (best, move) = (weights[cell + 1], .skipRight) }
      let own = weight(i, j)
      if own > 0, weights[cell + width + 1] + own >= best {
        (best, move) = (weights[cell + width + 1] + own, .pair)
      }
      weights[cell] = best
      moves[cell] = move
    }
  }
  var pairs: [(Int, Int)] = []
  var (i, j) = (a.lowerBound, b.lowerBound)
  while i < a.upperBound, j < b.upperBound {
    let move = moves[cell(i, j)]
    if move == .pair { pairs.append((i, j)) }
    if move != .skipRight { i += 1 }
    if move != .skipLeft { j += 1 }
  }
  return pairs
}
