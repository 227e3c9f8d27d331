import JSON

// Protocols are built of small objects: they are written here as JSON writes them.

extension JSONTree: ExpressibleByDictionaryLiteral {
  /// Makes an object with members in the order written.
  public init(dictionaryLiteral members: (String, JSONTree)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}

extension JSONTree: ExpressibleByArrayLiteral {
  /// Makes a list.
  public init(arrayLiteral elements: JSONTree...) { self = .list(elements) }
}

extension JSONTree: ExpressibleByStringLiteral {
  /// Makes text.
  public init(stringLiteral text: String) { self = .text(text) }
}

extension JSONTree: ExpressibleByIntegerLiteral {
  /// Makes a whole number.
  public init(integerLiteral number: Int) { self = .number(String(number)) }
}

extension JSONTree: ExpressibleByBooleanLiteral {
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONTree {
  /// Makes a whole number.
  public static func number(_ number: some BinaryInteger) -> JSONTree { .number(String(number)) }

  /// Makes an object with the members of both.
  public static func + (left: JSONTree, right: JSONTree) -> JSONTree {
    .object(left.members + right.members)
  }

  /// A whole number; `nil` for anything else.
  public var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

  /// The elements of a list; none for any other value.
  public var elements: [JSONTree] { if case .list(let elements) = self { elements } else { [] } }
}
