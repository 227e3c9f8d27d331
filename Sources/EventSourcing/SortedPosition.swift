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

  /// Finds the place of a text among elements that are sorted by one of theirs, and whether it
  /// stands there.
  ///
  /// Texts are the same byte by byte: `==` would take two spellings of one accented letter for the
  /// same, depending on which came first.
  @inlinable package func place(
    of text: String, by key: (Element) -> String
  ) -> (index: Index, isThere: Bool) {
    let index = position { precedes(key($0), text) }
    return (index, index < endIndex && !precedes(text, key(self[index])))
  }
}
