import Diagnostics
import EventSourcing
import YAMLText

/// A condition on a value, as an author wrote it.
package struct Matcher: Sendable {
  /// The place at which it is written: failures point here.
  package var place: Place
  package var test: Test

  /// The forms of a matcher.
  package enum Test: Sendable {
    case equals(Value)
    /// Named values; `exactly` refuses others beside them.
    case fields([FieldTest], exactly: Bool)
    case list([Matcher])
    /// A list that has an element for each of these.
    case contains([Matcher])
    case anyOrder([Matcher])
    indirect case size(Matcher)
    case matches(TextPattern)
    indirect case between(Value, Value)
    case atLeast(Value)
    case atMost(Value)
    indirect case not(Matcher)
    case all([Matcher])
    case word(MatcherWord)

    /// The condition that everything meets.
    static var any: Test { .word(.any) }
  }

  /// A condition on the value under a name.
  package struct FieldTest: Sendable {
    package var name: String
    package var matcher: Matcher
  }
}

extension Matcher {
  /// Whether a missing value satisfies it.
  package var acceptsAbsence: Bool {
    switch test {
    case .word(.any), .word(.absent): true
    case .not(let inner): !inner.acceptsAbsence
    case .all(let inner): inner.allSatisfy(\.acceptsAbsence)
    case .equals(let value): value == .null
    case .word(.present), .fields, .list, .contains, .anyOrder, .size, .matches, .between, .atLeast,
      .atMost:
      false
    }
  }

  /// The matcher of instants with each of them later by `span`.
  package func moved(by span: TimeSpan) -> Matcher {
    func moved(_ value: Value) -> Value {
      if case .instant(let instant) = value { .instant(instant + span) } else { value }
    }
    var result = self
    result.test =
      switch test {
      case .equals(let value): .equals(moved(value))
      case .between(let low, let high): .between(moved(low), moved(high))
      case .atLeast(let bound): .atLeast(moved(bound))
      case .atMost(let bound): .atMost(moved(bound))
      case .not(let inner): .not(inner.moved(by: span))
      case .all(let tests): .all(tests.map { $0.moved(by: span) })
      default: test
      }
    return result
  }

  /// The fields that the matcher looks at; of a map that may have other fields, those that it
  /// names.
  package var selection: FieldSelection {
    guard case .fields(let tests, exactly: false) = test else { return .all }
    return .only(tests.map { .init(name: $0.name, selection: $0.matcher.selection) })
  }

  /// The fields that must have a value of a certain kind, as names joined by dots. A field that
  /// only has to be present is not among them: a rule may well say that it never is.
  package var asked: [String] {
    guard case .fields(let tests, _) = test else { return [] }
    return tests.flatMap { field -> [String] in
      switch field.matcher.test {
      case .fields: field.matcher.asked.map { "\(field.name).\($0)" }
      case .word(.present): []
      default: field.matcher.acceptsAbsence ? [] : [field.name]
      }
    }
  }

  /// The matcher as data: the value itself, a word, or an operator with its operand.
  package var value: Value {
    switch test {
    case .equals(let value): value
    case .fields(let tests, let exactly):
      exactly ? .operation(.exactly, fields(tests)) : fields(tests)
    case .list(let tests): .list(tests.map(\.value))
    case .contains(let tests): .operation(.contains, .list(tests.map(\.value)))
    case .anyOrder(let tests): .operation(.anyOrder, .list(tests.map(\.value)))
    case .size(let inner): .operation(.size, inner.value)
    case .matches(let pattern): .operation(.matches, .text(pattern.source))
    case .between(let low, let high): .operation(.between, .list([low, high]))
    case .atLeast(let bound): .operation(.atLeast, bound)
    case .atMost(let bound): .operation(.atMost, bound)
    case .not(let inner): .operation(.not, inner.value)
    case .all(let tests): .list(tests.map(\.value))
    case .word(let word): .text(word.rawValue)
    }
  }

  private func fields(_ tests: [FieldTest]) -> Value {
    .fields(tests.map { Value.Field(name: $0.name, value: $0.matcher.value) })
  }
}

extension Value {
  fileprivate static func operation(_ name: MatcherOperator, _ operand: Value) -> Value {
    .fields([Field(name: name.rawValue, value: operand)])
  }
}

/// A matcher as an author would write it.
package func text(of matcher: Matcher, from start: Instant) -> String {
  func list(_ matchers: [Matcher]) -> String {
    "[" + matchers.map { text(of: $0, from: start) }.joined(separator: ", ") + "]"
  }
  switch matcher.test {
  case .equals, .between, .atLeast, .atMost: return yaml(matcher.value, from: start)
  case .fields(let tests, let exactly):
    let inner = tests.map { "\($0.name): \(text(of: $0.matcher, from: start))" }
    let map = inner.isEmpty ? "{}" : "{ " + inner.joined(separator: ", ") + " }"
    return exactly ? "{ exactly: \(map) }" : map
  case .list(let tests): return list(tests)
  case .contains(let tests): return "{ contains: \(list(tests)) }"
  case .anyOrder(let tests): return "{ any_order: \(list(tests)) }"
  case .size(let inner): return "{ size: \(text(of: inner, from: start)) }"
  case .matches(let pattern): return "{ matches: \(inQuotes(pattern.source)) }"
  case .not(let inner): return "{ not: \(text(of: inner, from: start)) }"
  case .all(let tests): return tests.map { text(of: $0, from: start) }.joined(separator: " and ")
  case .word(let word): return word.rawValue
  }
}
