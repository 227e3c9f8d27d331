import EventSourcing

/// The operators of matchers: keys of a map that stands in place of a value.
public enum MatcherOperator: String, CaseIterable, Sendable {
  case exactly, contains
  case anyOrder = "any_order"
  case size, matches, between
  case atLeast = "at_least"
  case atMost = "at_most"
  case not

  /// What stands under the operator.
  public enum Operand: Sendable {
    case matcher
    /// A list of matchers.
    case matchers
    /// A matcher of a whole number.
    case count
    case regularExpression
    /// A list of two values.
    case bounds
    /// A value.
    case bound
  }

  /// What the operator can be held against.
  public enum Subject: String, Sendable {
    case anything = "any value"
    case mapsOrLists = "maps and lists"
    case lists
    case countable = "lists, maps and text"
    case text
    case ordered = "numbers, durations, instants and text"
  }

  /// What stands under the operator.
  public var operand: Operand {
    switch self {
    case .exactly, .not: .matcher
    case .contains, .anyOrder: .matchers
    case .size: .count
    case .matches: .regularExpression
    case .between: .bounds
    case .atLeast, .atMost: .bound
    }
  }

  /// What the operator can be held against.
  public var subject: Subject {
    switch self {
    case .exactly: .mapsOrLists
    case .not: .anything
    case .contains, .anyOrder: .lists
    case .size: .countable
    case .matches: .text
    case .between, .atLeast, .atMost: .ordered
    }
  }

  /// What the operator means, in one sentence.
  public var summary: String {
    switch self {
    case .exactly: "No field stands beside those written, at every depth."
    case .contains: "The list has an element of its own for each of these, in any order."
    case .anyOrder: "The list has exactly these elements, in any order."
    case .size: "How many elements, fields or characters there are."
    case .matches: "The pattern is found somewhere in the text."
    case .between: "The value lies between two bounds, both included."
    case .atLeast: "The value is this or more."
    case .atMost: "The value is this or less."
    case .not: "The value is not like this."
    }
  }

  /// The operator with an operand, as YAML.
  public var example: String {
    switch self {
    case .exactly: "{ exactly: { city: Oslo } }"
    case .contains: "{ contains: [gold] }"
    case .anyOrder: "{ any_order: [gold, ALL] }"
    case .size: "{ size: 2 }"
    case .matches: "{ matches: \"^token-\" }"
    case .between: "{ between: [0s, 60s] }"
    case .atLeast: "{ at_least: 60s }"
    case .atMost: "{ at_most: 3 }"
    case .not: "{ not: { contains: [gold] } }"
    }
  }

  static let names = allCases.map(\.rawValue)
}

extension Schema {
  /// The operators that can be held against a value of this type.
  var operators: [MatcherOperator] {
    let subjects: [MatcherOperator.Subject] =
      switch bare {
      case .integer, .instant, .span: [.ordered]
      case .text, .personal, .open: [.ordered, .text, .countable]
      case .choice: [.text]
      case .list: [.mapsOrLists, .lists, .countable]
      case .map, .record: [.mapsOrLists, .countable]
      case .boolean, .nullable: []
      }
    return MatcherOperator.allCases.filter {
      $0.subject == .anything || subjects.contains($0.subject)
    }
  }
}
