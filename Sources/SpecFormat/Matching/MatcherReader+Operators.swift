import Diagnostics
import EventSourcing
import YAML

/// Reads the operators of matchers.
extension MatcherReader {
  func operation(_ entry: YAMLEntry, _ schema: Schema?, _ what: String) -> Matcher? {
    guard let name = MatcherOperator(rawValue: entry.key) else { return nil }
    let node = entry.value
    if let schema, !schema.operators.contains(name) {
      findings.add(.misplacedOperator(name, at: entry.keyPlace, of: what, schema))
      return Matcher(place: node.place, test: .any)
    }
    return Matcher(place: node.place, test: test(name, node, schema, what))
  }

  private func test(
    _ name: MatcherOperator, _ node: YAMLNode, _ schema: Schema?, _ what: String
  ) -> Matcher.Test {
    switch name {
    case .exactly: return matcher(node, schema, of: what, exactly: true).test
    case .not: return .not(matcher(node, schema, of: what))
    case .size: return .size(matcher(node, .integer, of: what))
    case .matches: return pattern(node)
    case .contains:
      if node.elements?.isEmpty == true {
        findings.add(.wrongShape(node, expected: "write one element or more, as '[a]'"))
      }
      return elements(node, schema, what).map { .contains($0) } ?? .any
    case .anyOrder: return elements(node, schema, what).map { .anyOrder($0) } ?? .any
    case .atLeast: return scalar(node, schema?.bare).map { .atLeast($0) } ?? .any
    case .atMost: return scalar(node, schema?.bare).map { .atMost($0) } ?? .any
    case .between: return between(node, schema)
    }
  }

  private func elements(_ node: YAMLNode, _ schema: Schema?, _ what: String) -> [Matcher]? {
    var element: Schema?
    if case .list(let inner) = schema?.bare { element = inner }
    guard let elements = node.list(findings, "a list, as '[a, b]'") else { return nil }
    return elements.map { matcher($0, element, of: what) }
  }

  private func between(_ node: YAMLNode, _ schema: Schema?) -> Matcher.Test {
    guard let bounds = node.elements, bounds.count == 2 else {
      findings.add(.wrongShape(node, expected: "two bounds, as '[0s, 60s]'; both belong to it"))
      return .any
    }
    guard let low = scalar(bounds[0], schema?.bare), let high = scalar(bounds[1], schema?.bare)
    else { return .any }
    if let order = compare(low, high), order > 0 {
      findings.add(
        .wrongType, "the first bound is above the second", at: node.place,
        proposal: "nothing lies between them; swap them")
    }
    return .between(low, high)
  }

  private func pattern(_ node: YAMLNode) -> Matcher.Test {
    guard let text = node.plainText(findings, "a regular expression in quotes") else { return .any }
    do {
      return .matches(try TextPattern(text))
    } catch {
      let place = node.place(of: error.range)
      let shows = place != nil || error.range.isEmpty
      findings.add(
        .badPattern, "'\(text)' is not a regular expression", at: place ?? node.place,
        proposal: (shows ? "" : "from character \(error.range.lowerBound + 1): ") + error.reason,
        notes: ["help: put a backslash before . * + ? ( ) [ ] { } | ^ $ to mean the character"])
      return .any
    }
  }
}

extension YAMLNode {
  /// Where a part of a scalar's text is written; `nil` where escapes or line ends shift it.
  fileprivate func place(of part: Range<Int>) -> Place? {
    guard let text else { return nil }
    let quote = style == .plain ? 0 : 1
    let count = text.unicodeScalars.count
    guard place.endColumn - place.column == count + 2 * quote, !part.isEmpty else { return nil }
    var place = place
    place.column += quote + part.lowerBound
    place.endColumn = place.column + part.count
    return place
  }
}

extension Schema {
  /// The schema without the permission to be null.
  var bare: Schema {
    if case .nullable(let inner) = self { return inner }
    return self
  }
}
