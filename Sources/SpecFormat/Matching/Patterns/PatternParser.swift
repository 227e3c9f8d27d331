/// Reads a pattern from left to right.
struct PatternParser {
  /// The depth to which groups may lie in each other: the reader goes one call deeper for each.
  static let deepestGroup = 50
  /// The most repetitions that a count may ask for.
  static let largestCount = 1000

  let scalars: [Unicode.Scalar]
  var place = 0
  private var depth = 0

  init(_ source: String) { scalars = Array(source.unicodeScalars) }

  /// The scalar at the place reached; `nil` at the end.
  var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  /// Goes past `text` where it is next.
  mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[place...].starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  /// An error about everything from `start` to the place reached, or with the scalar there.
  func error(from start: Int, _ reason: String) -> PatternError {
    PatternError(start..<max(start + 1, place), reason)
  }

  /// Reads the whole pattern.
  mutating func pattern() throws(PatternError) -> PatternNode {
    let node = try choice()
    // A choice ends at a parenthesis or at the end.
    guard next == nil else { throw error(from: place, "no group is open here") }
    return node
  }

  private mutating func choice() throws(PatternError) -> PatternNode {
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let next, next != "|", next != ")" {
      let start = place
      if try quantifier() != nil {
        throw error(from: start, "there is nothing before it to repeat")
      }
      let part = try atom()
      let end = place
      guard let count = try quantifier() else {
        parts.append(part)
        continue
      }
      if case .assertion = part { throw error(from: end, "an anchor cannot be repeated") }
      parts.append(.repeated(part, least: count.least, most: count.most))
    }
    return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func atom() throws(PatternError) -> PatternNode {
    let start = place
    let scalar = scalars[place]
    place += 1
    switch scalar {
    case ".": return .set(ScalarSet([.lineBreak], isNegated: true))
    case "^": return .assertion(.textStart)
    case "$": return .assertion(.textEnd)
    case "(": return try group(from: start)
    case "[": return .set(try characterClass(from: start))
    case "\\": return try escape(from: start)
    default: return .set(ScalarSet(scalar))
    }
  }

  private mutating func group(from start: Int) throws(PatternError) -> PatternNode {
    if take("?") { try groupKind(from: start) }
    depth += 1
    guard depth <= Self.deepestGroup else {
      throw error(from: start, "groups lie in each other at most \(Self.deepestGroup) deep")
    }
    let node = try choice()
    depth -= 1
    guard take(")") else {
      throw PatternError(start..<start + 1, "this group is not closed")
    }
    // A group may be repeated, also one of nothing but an anchor.
    if case .assertion = node { return .sequence([node]) }
    return node
  }

  /// Reads what stands behind `(?`; only groups that capture nothing or have a name are known.
  private mutating func groupKind(from start: Int) throws(PatternError) {
    for text in ["=", "!", "<=", "<!"] where take(text) {
      throw error(from: start, "a pattern cannot look ahead or behind; write what is there")
    }
    if take(":") { return }
    if take("<") || take("P<") {
      let name = place
      while let next, next.isWord { place += 1 }
      if place > name, take(">") { return }
      throw error(from: start, "a group's name is written (?<name>…)")
    }
    if next != nil { place += 1 }
    throw error(from: start, "a group begins with ( or (?:, without options")
  }
}
