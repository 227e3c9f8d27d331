import Diagnostics
import EventSourcing
import YAML

/// A condition on a device's state, as a command line says it: `registration.failures=3`, the
/// value being a matcher, or a whole map as under `state:`.
public struct StatePredicate: Sendable {
  /// The predicate as it was written.
  public let text: String
  private let matcher: Matcher
  private let matching: Matching

  /// Reads the predicate for devices of `system`; instants are durations from `start`.
  public init(
    _ text: String, for system: SystemVocabulary, start: Instant
  ) throws(Diagnostics) {
    self.text = text
    matching = Matching(start: start)
    let findings = Findings()
    let node = try StatePredicate.tree(text)
    matcher = MatcherReader(findings: findings, start: start)
      .matcher(node, system.state.known, of: "the state")
    if !findings.isEmpty { throw Diagnostics(findings.sorted) }
  }

  /// Whether the view of a device is like that.
  public func holds(_ view: Value) -> Bool { matching.matches(matcher, view) }

  private static func tree(_ text: String) throws(Diagnostics) -> YAMLNode {
    let file = "--state"
    if text.hasPrefix("{") { return try parseYAML(Array(text.utf8), file: file) }
    guard let (path, written) = text.assignment else {
      throw Diagnostics([
        Diagnostic(
          .wrongShape, "'\(short(text))' says nothing about a state",
          notes: ["help: write FIELD=VALUE, such as registration.failures=3"])
      ])
    }
    let value = try parseYAML(Array(written.utf8), file: file)
    return path.split(separator: ".", omittingEmptySubsequences: false).reversed()
      .reduce(value) { inner, name in
        YAMLNode(
          .map([YAMLEntry(key: String(name), at: value.place, value: inner)]), at: value.place)
      }
  }
}
