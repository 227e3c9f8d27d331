import EventSourcing
import YAMLText

/// Holds values against matchers.
package struct Matching {
  /// The instant of time zero, for showing instants.
  package let start: Instant

  package init(start: Instant) { self.start = start }

  /// The parts that are not as `matcher` says; empty where everything is.
  package func mismatches(_ matcher: Matcher, _ value: Value?, at path: String = "") -> [Mismatch] {
    guard let value, value != .null else {
      // A field without a value and one that is null look the same to the author of a spec.
      if matcher.acceptsAbsence { return [] }
      return [mismatch(matcher, value, path)]
    }
    switch matcher.test {
    case .fields(let tests, let exactly): return fields(tests, exactly, matcher, value, path)
    case .list(let tests): return list(tests, matcher, value, path)
    case .all(let tests): return tests.flatMap { mismatches($0, value, at: path) }
    default: return holds(matcher, value) ? [] : [mismatch(matcher, value, path)]
    }
  }

  /// Whether `mismatches` would be empty; shows nothing, and stops at the first one.
  package func matches(_ matcher: Matcher, _ value: Value?) -> Bool {
    guard let value, value != .null else { return matcher.acceptsAbsence }
    switch matcher.test {
    case .fields(let tests, let exactly):
      guard case .fields(let fields) = value else { return false }
      return tests.allSatisfy { matches($0.matcher, value[$0.name]) }
        && (!exactly || fields.allSatisfy { isNamed($0, in: tests) })
    case .list(let tests):
      return paired(tests, with: value)?.allSatisfy { matches($0, $1) } ?? false
    case .all(let tests): return tests.allSatisfy { matches($0, value) }
    default: return holds(matcher, value)
    }
  }

  private func holds(_ matcher: Matcher, _ value: Value) -> Bool {
    switch matcher.test {
    case .equals(let wanted): return adapted(wanted, to: value) == value
    case .word(.any), .word(.present): return true
    case .word(.absent): return false
    case .not(let inner): return !matches(inner, value)
    case .size(let inner): return value.count.map { matches(inner, .integer($0)) } ?? false
    case .matches(let pattern): return value.text.map(pattern.isFound) ?? false
    case .between(let low, let high):
      guard let first = compare(adapted(low, to: value), value),
        let second = compare(value, adapted(high, to: value))
      else { return false }
      return first <= 0 && second <= 0
    case .atLeast(let bound):
      return compare(adapted(bound, to: value), value).map { $0 <= 0 } ?? false
    case .atMost(let bound):
      return compare(value, adapted(bound, to: value)).map { $0 <= 0 } ?? false
    case .contains(let tests):
      guard case .list(let values) = value else { return false }
      return !assigned(tests, values).contains(nil)
    case .anyOrder(let tests):
      guard case .list(let values) = value else { return false }
      return tests.count == values.count && !assigned(tests, values).contains(nil)
    case .fields, .list, .all: return matches(matcher, value)
    }
  }

  /// A duration that was read as text because no schema said what it is.
  private func adapted(_ wanted: Value, to value: Value) -> Value {
    guard let text = wanted.text, let span = TimeSpan(text: text) else { return wanted }
    switch value {
    case .instant: return .instant(start + span)
    case .span: return .span(span)
    case .null, .boolean, .integer, .text, .personal, .list, .fields: return wanted
    }
  }

  /// The element that each test has of its own; `nil` for those that find none.
  private func assigned(_ tests: [Matcher], _ values: [Value]) -> [Int?] {
    let table = tests.map { test in values.map { matches(test, $0) } }
    return assignment(table, columns: values.count)
  }

  private func fields(
    _ tests: [Matcher.FieldTest], _ exactly: Bool, _ matcher: Matcher, _ value: Value,
    _ path: String
  ) -> [Mismatch] {
    guard case .fields(let fields) = value else { return [mismatch(matcher, value, path)] }
    // Nearly everything is as expected, and to say where it stands costs more than to look.
    let wrong = tests.filter { !matches($0.matcher, value[$0.name]) }
    var result = wrong.flatMap { mismatches($0.matcher, value[$0.name], at: join(path, $0.name)) }
    guard exactly else { return result }
    for field in fields where !isNamed(field, in: tests) {
      result.append(
        Mismatch(
          path: join(path, field.name), place: matcher.place, wanted: .text("absent"),
          found: field.value, expected: "absent", actual: yaml(field.value, from: start)))
    }
    return result
  }

  private func isNamed(_ field: Value.Field, in tests: [Matcher.FieldTest]) -> Bool {
    tests.contains { isSpelled($0.name, as: field.name) }
  }

  private func list(
    _ tests: [Matcher], _ matcher: Matcher, _ value: Value, _ path: String
  ) -> [Mismatch] {
    guard let pairs = paired(tests, with: value) else { return [mismatch(matcher, value, path)] }
    return pairs.enumerated().flatMap { index, pair in
      mismatches(pair.0, pair.1, at: "\(path)[\(index)]")
    }
  }

  /// Each test with the element that it is about; `nil` for anything but a list as long as that.
  private func paired(
    _ tests: [Matcher], with value: Value
  ) -> Zip2Sequence<[Matcher], [Value]>? {
    guard case .list(let values) = value, values.count == tests.count else { return nil }
    return zip(tests, values)
  }

  private func mismatch(_ matcher: Matcher, _ value: Value?, _ path: String) -> Mismatch {
    var result = Mismatch(
      path: path, place: matcher.place, wanted: matcher.value, found: value,
      expected: text(of: matcher, from: start),
      actual: value.map { yaml($0, from: start) } ?? "absent")
    guard case .list(let values)? = value else { return result }
    let tests: [Matcher]
    switch matcher.test {
    case .contains(let all), .anyOrder(let all): tests = all
    default: return result
    }
    let taken = assigned(tests, values)
    result.missing = zip(tests, taken).filter { $0.1 == nil }.map { test, _ in
      PlacedText(text: text(of: test, from: start), place: test.place)
    }
    if case .anyOrder = matcher.test {
      let others = values.indices.filter { !taken.contains($0) }
      result.surplus = others.map { yaml(values[$0], from: start) }
    }
    return result
  }

  private func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }
}

extension Value {
  /// The number of elements, fields or characters.
  package var count: Int64? {
    switch self {
    case .list(let values): Int64(values.count)
    case .fields(let fields): Int64(fields.count)
    case .text(let text), .personal(let text): Int64(text.count)
    case .null, .boolean, .integer, .instant, .span: nil
    }
  }
}

/// Negative, zero or positive as `left` is less, equal or greater; `nil` for what has no order.
package func compare(_ left: Value, _ right: Value) -> Int? {
  if let left = left.text, let right = right.text {
    return left == right ? 0 : precedes(left, right) ? -1 : 1
  }
  return switch (left, right) {
  case (.integer(let a), .integer(let b)): sign(a, b)
  case (.instant(let a), .instant(let b)): sign(a, b)
  case (.span(let a), .span(let b)): sign(a, b)
  default: nil
  }
}

private func sign<T: Comparable>(_ left: T, _ right: T) -> Int {
  left == right ? 0 : left < right ? -1 : 1
}
