/// A condition on the tags of a scenario: tags joined by `and`, `or`, `not` and parentheses.
public indirect enum TagExpression: Equatable, Sendable {
  /// It has the tag.
  case tag(String)
  /// It does not hold.
  case not(TagExpression)
  /// Both hold.
  case and(TagExpression, TagExpression)
  /// At least one holds.
  case or(TagExpression, TagExpression)

  /// Whether it holds for a scenario with these tags.
  public func holds(for tags: [String]) -> Bool {
    switch self {
    case .tag(let name): tags.contains(name)
    case .not(let inner): !inner.holds(for: tags)
    case .and(let left, let right): left.holds(for: tags) && right.holds(for: tags)
    case .or(let left, let right): left.holds(for: tags) || right.holds(for: tags)
    }
  }

  /// The tags that it names, in the order written.
  public var names: [String] {
    switch self {
    case .tag(let name): [name]
    case .not(let inner): inner.names
    case .and(let left, let right), .or(let left, let right): left.names + right.names
    }
  }
}

/// The reason why a text is no condition on tags.
public struct TagExpressionError: Error, CustomStringConvertible {
  /// The reason in one sentence.
  public let description: String
}

extension TagExpression {
  /// Reads a condition; `and` binds closer than `or`, and `not` closest.
  public init(_ text: String) throws(TagExpressionError) {
    var parser = Parser(text)
    self = try parser.alternatives()
    if let rest = parser.next {
      throw TagExpressionError(description: "'\(rest)' is not expected in '\(text)'")
    }
  }

  private struct Parser {
    private let text: String
    private var words: ArraySlice<Substring>
    private var depth = 0
    /// The number of conditions that may stand inside one another.
    private static let deepest = 100

    init(_ text: String) {
      self.text = text
      words =
        text.replacing("(", with: " ( ").replacing(")", with: " ) ").split(separator: " ")[...]
    }

    var next: Substring? { words.first }

    mutating func alternatives() throws(TagExpressionError) -> TagExpression {
      var result = try conjunction()
      while take("or") { result = .or(result, try conjunction()) }
      return result
    }

    private mutating func conjunction() throws(TagExpressionError) -> TagExpression {
      var result = try single()
      while take("and") { result = .and(result, try single()) }
      return result
    }

    private mutating func single() throws(TagExpressionError) -> TagExpression {
      depth += 1
      defer { depth -= 1 }
      if depth > Self.deepest {
        throw TagExpressionError(description: "it is nested deeper than \(Self.deepest) levels")
      }
      if take("not") { return .not(try single()) }
      if take("(") {
        let inner = try alternatives()
        if !take(")") {
          throw TagExpressionError(description: "a ')' is missing in '\(text)'")
        }
        return inner
      }
      guard let word = words.popFirst(), ![")", "and", "or"].contains(word) else {
        throw TagExpressionError(description: "a tag is missing in '\(text)'")
      }
      return .tag(String(word))
    }

    private mutating func take(_ word: String) -> Bool {
      guard let next, next == word else { return false }
      words.removeFirst()
      return true
    }
  }
}
