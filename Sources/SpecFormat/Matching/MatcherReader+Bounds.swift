import Diagnostics
import EventSourcing
import YAML
import YAMLText

/// Reads bounds, and refuses those that no value keeps to.
extension MatcherReader {
  func between(_ node: YAMLNode, _ schema: Schema?) -> Matcher.Test {
    guard let bounds = node.elements, bounds.count == 2 else {
      findings.add(.wrongShape(node, expected: "two bounds, as '[0s, 60s]'; both belong to it"))
      return .any
    }
    guard let low = bound(bounds[0], schema), let high = bound(bounds[1], schema) else {
      return .any
    }
    if !bounds.contains(where: { findings.isStandIn(at: $0.place) }), isAbove(low, high) {
      findings.add(
        .wrongType, "the first bound is above the second", at: node.place,
        proposal: "nothing lies between them; swap them")
    }
    return .between(low, high)
  }

  /// Reads a bound; a number is none where values are text, of which "10" comes before "9".
  func bound(_ node: YAMLNode, _ schema: Schema?) -> Value? {
    switch schema?.bare {
    case .text, .personal, .open:
      guard node.style == .plain, let number = node.text, isJSONInteger(number) else { break }
      findings.add(
        .wrongType, "\(short(number)) is a number, and the values here are text", at: node.place,
        proposal: "write it in quotes, if its characters are meant",
        notes: ["text is compared character by character: \"10\" comes before \"9\""])
      return nil
    default: break
    }
    return scalar(node, schema?.bare)
  }

  /// Refuses a least value above the greatest one; what stands for a kept value is neither.
  func checkBounds(_ tests: [Matcher], at place: Place) {
    if tests.contains(where: { findings.isStandIn(at: $0.place) }) { return }
    for case .atLeast(let low) in tests.map(\.test) {
      for case .atMost(let high) in tests.map(\.test) where isAbove(low, high) {
        findings.add(
          .wrongType, "'at_least' is above 'at_most'", at: place,
          proposal: "nothing lies between them; swap them")
      }
    }
  }

  private func isAbove(_ low: Value, _ high: Value) -> Bool {
    compare(low, high).map { $0 > 0 } ?? false
  }
}
