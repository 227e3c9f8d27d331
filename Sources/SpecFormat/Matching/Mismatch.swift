import Diagnostics
import EventSourcing

/// A part of a value that is not as a matcher says.
package struct Mismatch: Equatable, Sendable {
  /// The path in the value, such as `attributes[0].value`; empty for the whole.
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
  package var missing: [PlacedText] = []
  /// The elements that a list has and was not to have, as YAML.
  package var surplus: [String] = []

  /// The place that a finding marks: at the first element that is missing, else at the whole.
  package var mark: Place { missing.first?.place ?? place }

  /// The lines with both sides, one below the other, and the elements in which lists differ.
  package var lines: [String] {
    let name = path.isEmpty ? "" : "\(path): "
    let (expected, actual) = shownSides
    var lines = ["− \(name)\(expected)", "+ \(name)\(actual)"]
    if !missing.isEmpty {
      lines.append("missing: \(missing.map(\.text).joined(separator: ", "))")
    }
    if !surplus.isEmpty { lines.append("not expected: \(surplus.joined(separator: ", "))") }
    return lines
  }

  /// Both sides; where they are too long to be read, what stands around their first difference.
  private var shownSides: (expected: String, actual: String) {
    let sides = (expected.unicodeScalars, actual.unicodeScalars)
    guard max(expected.utf8.count, actual.utf8.count) > Mismatch.longest else {
      return (expected, actual)
    }
    let start = max(0, zip(sides.0, sides.1).prefix { $0 == $1 }.count - 40)
    func part(_ side: String.UnicodeScalarView) -> String {
      let rest = side.dropFirst(start)
      let end = rest.dropFirst(Mismatch.part)
      return (start > 0 ? "…" : "") + String(rest[..<end.startIndex]) + (end.isEmpty ? "" : "…")
    }
    return (part(sides.0), part(sides.1))
  }

  /// The most bytes of a side that are shown whole.
  private static let longest = 10_000
  /// The scalars that are shown of a longer one.
  private static let part = 200

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
