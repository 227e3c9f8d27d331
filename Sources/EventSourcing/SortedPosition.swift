extension RandomAccessCollection {
  /// The first index whose element does not come before the one sought; the end where all do.
  ///
  /// The elements are sorted in that order.
  @inlinable package func position(where comesBefore: (Element) -> Bool) -> Index {
    var low = startIndex
    var rest = count
    while rest > 0 {
      let half = rest / 2
      let middle = index(low, offsetBy: half)
      if comesBefore(self[middle]) {
        low = index(after: middle)
        rest -= half + 1
      } else {
        rest = half
      }
    }
    return low
  }
}
