/// Reads how often something is repeated.
extension PatternParser {
  /// The count at the place reached; `nil` where none is written there.
  mutating func quantifier() throws(PatternError) -> (least: Int, most: Int?)? {
    let start = place
    let count: (least: Int, most: Int?)
    switch next {
    case "*": count = (0, nil)
    case "+": count = (1, nil)
    case "?": count = (0, 1)
    case "{":
      guard let written = try writtenCount() else { return nil }
      count = written
    default: return nil
    }
    if place == start { place += 1 }
    if next == "+" {
      place += 1
      throw error(from: start, "a count that gives nothing back is not known here; leave out the +")
    }
    // Whether as few or as many as possible are taken makes no difference to whether it is found.
    _ = take("?")
    return count
  }

  /// Reads `{m}`, `{m,}`, `{,n}` or `{m,n}`; any other brace means itself.
  private mutating func writtenCount() throws(PatternError) -> (least: Int, most: Int?)? {
    let start = place
    place += 1
    let least = try number(from: start)
    var most = least
    let isOpen = take(",")
    if isOpen { most = try number(from: start) }
    guard least != nil || most != nil, take("}") else {
      place = start
      return nil
    }
    if let least, let most, most < least {
      throw error(from: start, "the first count is above the second")
    }
    return (least ?? 0, most)
  }

  private mutating func number(from start: Int) throws(PatternError) -> Int? {
    var number: Int?
    while let next, ("0"..."9").contains(next) {
      place += 1
      number = min((number ?? 0) * 10 + Int(next.value - 48), Self.largestCount + 1)
    }
    if let number, number > Self.largestCount {
      throw error(from: start, "a count goes up to \(Self.largestCount)")
    }
    return number
  }
}
