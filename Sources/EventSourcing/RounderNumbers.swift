extension Int64 {
  /// The number with zeros in place of its last digits, most of them first: what a minimized value
  /// is tried with. A number that is round already, such as 4, has none.
  public var rounderNumbers: [Int64] {
    var result: [Int64] = []
    var unit: Int64 = 10
    while magnitude >= unit.magnitude {
      let round = self / unit * unit
      if round != self { result.append(round) }
      if unit > .max / 10 { break }
      unit *= 10
    }
    return result.reversed()
  }
}
