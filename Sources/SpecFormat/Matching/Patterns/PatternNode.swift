/// A part of a pattern.
indirect enum PatternNode {
  case empty
  case set(ScalarSet)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// `most` is `nil` where there is no upper bound.
  case repeated(PatternNode, least: Int, most: Int?)
}

/// A condition of a pattern on a place between two scalars.
enum PatternAssertion {
  case textStart, textEnd
  /// The end, or the place before a line break that ends the text.
  case lastLineEnd
  case wordBoundary, noWordBoundary
}

/// The scalars that one place of a pattern accepts.
struct ScalarSet {
  /// One kind of scalar among those of a set.
  enum Member {
    case range(ClosedRange<Unicode.Scalar>)
    case digit, word, space, lineBreak
    case notDigit, notWord, notSpace
  }

  var members: [Member]
  var isNegated = false

  /// Accepts one scalar.
  init(_ scalar: Unicode.Scalar) { members = [.range(scalar...scalar)] }

  init(_ members: [Member], isNegated: Bool = false) {
    self.members = members
    self.isNegated = isNegated
  }

  /// Whether the set accepts `scalar`.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    members.contains { $0.contains(scalar) } != isNegated
  }
}

extension ScalarSet.Member {
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let range): range.contains(scalar)
    case .digit: scalar.isDigit
    case .word: scalar.isWord
    case .space: scalar.properties.isWhitespace
    case .lineBreak: scalar.isLineBreak
    case .notDigit: !scalar.isDigit
    case .notWord: !scalar.isWord
    case .notSpace: !scalar.properties.isWhitespace
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool {
    isASCII ? ("0"..."9").contains(self) : properties.numericType != nil
  }

  /// Whether the scalar belongs to a word: a letter, a mark, a number or a connector such as '_'.
  var isWord: Bool {
    if isASCII {
      return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || isDigit || self == "_"
    }
    return properties.isAlphabetic || properties.numericType != nil
      || [.nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation]
        .contains(properties.generalCategory)
  }

  fileprivate var isLineBreak: Bool {
    switch self {
    case "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
