extension Int64 {
  /// Counts one more, and returns the number that this one has; at the end of `Int64` a counter
  /// stays there.
  @inlinable @discardableResult package mutating func countUp() -> Int64 {
    if self < .max { self += 1 }
    return self
  }
}
