/// Finds the first number of a range from which on `holds` does; the end where it never does.
///
/// The numbers are not counted: `Int` has 32 bits in a page, and a range of instants is longer.
@inlinable package func firstNumber<E: Error>(
  in range: Range<Int64>, where holds: (Int64) throws(E) -> Bool
) throws(E) -> Int64 {
  var (low, high) = (range.lowerBound, range.upperBound)
  while low < high {
    let middle = low + (high - low) / 2
    if try holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}

extension RandomAccessCollection {
  /// The first index whose element does not come before the one sought; the end where all do.
  ///
  /// The elements are sorted in that order.
  @inlinable package func position<E: Error>(
    where comesBefore: (Element) throws(E) -> Bool
  ) throws(E) -> Index {
    let offset = try firstNumber(in: 0..<Int64(count)) { offset throws(E) in
      try !comesBefore(self[index(startIndex, offsetBy: Int(offset))])
    }
    return index(startIndex, offsetBy: Int(offset))
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
