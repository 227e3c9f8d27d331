import Diagnostics
import EventSourcing

/// A part of a value that is not as a matcher says.
package struct Mismatch: Equatable, Sendable {
  /// The path in the value, as names and indices joined by dots; empty for the whole.
  package var path: String
  /// The place of the expectation.
  package var place: Place
  /// The expected value; operators are fields.
  package var wanted: Value
  /// The value that was there; `nil` for none.
  package var found: Value?
  /// The expected value as YAML.
  package var expected: String
  /// The value that was there, as YAML.
  package var actual: String
  /// The elements that a list was to have and has not, each with its place.
  package var missing: [(text: String, place: Place)] = []
  /// The elements that a list has and was not to have, as YAML.
  package var surplus: [String] = []

  package static func == (left: Mismatch, right: Mismatch) -> Bool {
    (left.path, left.place, left.wanted, left.found) == (
      right.path, right.place, right.wanted, right.found
    )
  }

  /// The place that a finding marks: at the first element that is missing, else at the whole.
  package var mark: Place { missing.first?.place ?? place }

  /// The lines with both sides, one below the other, and the elements in which lists differ.
  package var lines: [String] {
    let name = path.isEmpty ? "" : "\(path): "
    var lines = ["− \(name)\(expected)", "+ \(name)\(actual)"]
    if !missing.isEmpty {
      lines.append("missing: \(missing.map(\.text).joined(separator: ", "))")
    }
    if !surplus.isEmpty { lines.append("not expected: \(surplus.joined(separator: ", "))") }
    return lines
  }

  package init(
    path: String, place: Place, wanted: Value, found: Value?, expected: String, actual: String
  ) {
    self.path = path
    self.place = place
    self.wanted = wanted
    self.found = found
    self.expected = expected
    self.actual = actual
  }
}
