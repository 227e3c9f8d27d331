import EventSourcing
import YAMLText

/// A matcher as an author would write it.
package func text(of matcher: Matcher, from start: Instant) -> String {
  func list(_ matchers: [Matcher]) -> String {
    "[" + matchers.map { text(of: $0, from: start) }.joined(separator: ", ") + "]"
  }
  switch matcher.test {
  case .equals(let value): return yaml(value, from: start)
  case .fields(let tests, let exactly):
    let inner = tests.map { "\($0.name): \(text(of: $0.matcher, from: start))" }
    let map = inner.isEmpty ? "{}" : "{ " + inner.joined(separator: ", ") + " }"
    return exactly ? "{ exactly: \(map) }" : map
  case .list(let tests): return list(tests)
  case .contains(let tests): return "{ contains: \(list(tests)) }"
  case .anyOrder(let tests): return "{ any_order: \(list(tests)) }"
  case .size(let inner): return "{ size: \(text(of: inner, from: start)) }"
  case .matches(let pattern): return "{ matches: \(inQuotes(pattern.source)) }"
  case .between(let low, let high):
    return "{ between: [\(yaml(low, from: start)), \(yaml(high, from: start))] }"
  case .atLeast(let bound): return "{ at_least: \(yaml(bound, from: start)) }"
  case .atMost(let bound): return "{ at_most: \(yaml(bound, from: start)) }"
  case .not(let inner): return "{ not: \(text(of: inner, from: start)) }"
  case .all(let tests): return tests.map { text(of: $0, from: start) }.joined(separator: " and ")
  case .any: return "any"
  case .absent: return "absent"
  case .present: return "present"
  }
}
