/// Reads a pattern from left to right.
struct PatternParser {
  /// The greatest depth to which groups may be nested: the parser goes one call deeper for each.
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
    PatternError(range: start..<max(start + 1, place), reason: reason)
  }

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
    case ".": return .set(ScalarSet(members: [.lineBreak], isNegated: true))
    case "^": return .assertion(.textStart)
    case "$": return .assertion(.textEnd)
    case "(": return try group(from: start)
    case "[": return .set(try characterClass(from: start))
    case "\\": return try escape(from: start)
    default: return .set(ScalarSet(members: [.range(scalar...scalar)]))
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
      throw PatternError(range: start..<start + 1, reason: "this group is not closed")
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

/// Reads escapes and classes of characters.
extension PatternParser {
  /// Reads what stands behind the backslash at `start`, outside of a class.
  mutating func escape(from start: Int) throws(PatternError) -> PatternNode {
    let assertion: PatternAssertion?
    switch next {
    case "b": assertion = .wordBoundary
    case "B": assertion = .noWordBoundary
    case "A": assertion = .textStart
    case "z": assertion = .textEnd
    case "Z": assertion = .lastLineEnd
    default: assertion = nil
    }
    guard let assertion else { return .set(ScalarSet(members: [try escapedMember(from: start)])) }
    place += 1
    return .assertion(assertion)
  }

  /// Reads a class whose bracket stands at `start`.
  mutating func characterClass(from start: Int) throws(PatternError) -> ScalarSet {
    let isNegated = take("^")
    var members: [ScalarSet.Member] = []
    while let next {
      if next == "]" {
        place += 1
        if members.isEmpty { throw error(from: start, #"a class has a member; ']' is written \]"#) }
        return ScalarSet(members: members, isNegated: isNegated)
      }
      members.append(try classMember())
    }
    throw PatternError(range: start..<start + 1, reason: "this class is not closed")
  }

  private mutating func classMember() throws(PatternError) -> ScalarSet.Member {
    let start = place
    for text in ["&&", "--", "~~"] where take(text) {
      throw error(from: start, #"a class has no operators; put a backslash before '\#(text)'"#)
    }
    let first = try classAtom()
    // A dash that is last means itself.
    guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" else { return first }
    if scalars[place + 1] == "-" { return first }
    place += 1
    let last = try classAtom()
    guard case .range(let low) = first, case .range(let high) = last else {
      throw error(from: start, "a range goes from one character to another")
    }
    guard low.lowerBound <= high.lowerBound else {
      throw error(from: start, "the range ends before it begins")
    }
    return .range(low.lowerBound...high.lowerBound)
  }

  private mutating func classAtom() throws(PatternError) -> ScalarSet.Member {
    let start = place
    let scalar = scalars[place]
    place += 1
    if scalar == "[" { throw error(from: start, #"a class holds no other; '[' is written \["#) }
    guard scalar == "\\" else { return .range(scalar...scalar) }
    guard !take("b") else { return .range("\u{8}"..."\u{8}") }
    return try escapedMember(from: start)
  }

  /// Reads a kind of character, or one that cannot or need not be written as itself.
  private mutating func escapedMember(from start: Int) throws(PatternError) -> ScalarSet.Member {
    guard let scalar = next else { throw error(from: start, "nothing follows the backslash") }
    place += 1
    switch scalar {
    case "d": return .digit
    case "D": return .notDigit
    case "w": return .word
    case "W": return .notWord
    case "s": return .space
    case "S": return .notSpace
    case "v": return .lineBreak
    case "1"..."9":
      throw error(from: start, "a pattern cannot refer back to a group")
    default: break
    }
    let meant = try escapedScalar(scalar, from: start)
    return .range(meant...meant)
  }

  private mutating func escapedScalar(
    _ scalar: Unicode.Scalar, from start: Int
  ) throws(PatternError) -> Unicode.Scalar {
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{C}"
    case "a": return "\u{7}"
    case "e": return "\u{1B}"
    case "0": return "\0"
    case "x": return try numbered(digits: 2, from: start)
    case "u": return try numbered(digits: 4, from: start)
    case "U": return try numbered(digits: 8, from: start)
    default:
      guard scalar.isASCII, !scalar.isWord || scalar == "_" else {
        throw error(from: start, "no escape has this letter")
      }
      return scalar
    }
  }

  /// Reads the number of a scalar: so many hexadecimal digits, or any in braces.
  private mutating func numbered(
    digits: Int, from start: Int
  ) throws(PatternError) -> Unicode.Scalar {
    let isBraced = take("{")
    let most = isBraced ? 8 : digits
    var text = ""
    while text.count < most, let next, next.properties.isASCIIHexDigit {
      text.unicodeScalars.append(next)
      place += 1
    }
    let isWhole = isBraced ? take("}") : text.count == digits
    guard isWhole, let number = UInt32(text, radix: 16), let scalar = Unicode.Scalar(number) else {
      throw error(from: start, #"a character's number is written \x41, \u00e9 or \u{1f600}"#)
    }
    return scalar
  }
}

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
