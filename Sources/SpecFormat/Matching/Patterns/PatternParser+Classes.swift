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
    guard let assertion else { return .set(ScalarSet([try escapedMember(from: start)])) }
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
        return ScalarSet(members, isNegated: isNegated)
      }
      members.append(try classMember())
    }
    throw PatternError(start..<start + 1, "this class is not closed")
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
