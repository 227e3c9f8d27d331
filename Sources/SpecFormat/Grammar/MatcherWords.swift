import EventSourcing
import YAMLText

/// The operators of matchers: keys of a map that stands in place of a value.
public enum MatcherOperator: String, CaseIterable, Sendable {
  case exactly, contains
  case anyOrder = "any_order"
  case size, matches, between
  case atLeast = "at_least"
  case atMost = "at_most"
  case not

  /// The operand of the operator.
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

  /// The values that the operator can be held against.
  public enum Subject: String, Sendable {
    case anything = "any value"
    case mapsOrLists = "maps and lists"
    case lists
    case countable = "lists, maps and text"
    case text
    case ordered = "numbers, durations, instants and text"
  }

  /// The operand of the operator.
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

  /// The values that the operator can be held against.
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

  /// The meaning of the operator in one sentence.
  public var summary: String {
    switch self {
    case .exactly: "No field stands beside those written, at every depth."
    case .contains: "The list has an element of its own for each of these, in any order."
    case .anyOrder: "The list has exactly these elements, in any order."
    case .size: "The number of elements, fields or characters."
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

extension MatcherWord: WordSet {}

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

/// The notation of single values.
public enum Notation: String, CaseIterable, Sendable {
  case duration, instant, number, boolean, text, open, placeholder

  /// The rule of the notation, in one sentence or two.
  public var summary: String {
    switch self {
    case .duration:
      "Numbers with units, largest first: d, h, m, s and ms. Moments of a run are written as "
        + "durations from its start."
    case .instant: "A moment of the calendar in UTC, with or without milliseconds."
    case .number: "Digits, with a minus sign where it is below zero."
    case .boolean: "The words true and false, without quotes."
    case .text: "Plain text; quotes are needed only where YAML needs them."
    case .open:
      "Text, a whole number, true, false or null; what YAML readers disagree about, such as NO or "
        + "1:30, needs quotes."
    case .placeholder:
      "The value of a column of 'examples'; alone it keeps the value's type, inside text it "
        + "becomes text."
    }
  }

  /// Values as they are written in a spec.
  public var examples: [String] {
    switch self {
    case .duration: ["90s", "1m30s", "1d10h7m", "300ms", "-10m"]
    case .instant: ["2026-01-05T09:00:00Z", "2026-01-05T09:00:00.250Z"]
    case .number: ["0", "42", "-1"]
    case .boolean: ["true", "false"]
    case .text: ["Oslo", "\"say: yes\""]
    case .open: ["Oslo", "7", "true", "null", "\"NO\""]
    case .placeholder: ["<wait>"]
    }
  }
}
