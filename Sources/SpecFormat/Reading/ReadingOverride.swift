import Diagnostics
import EventSourcing
import Simulation
import YAML

/// One reading set on the command line.
public struct ReadingOverride: Sendable {
  /// The reading's name.
  public let name: String
  /// The value as it was written.
  public let text: String
  /// A map with the one field.
  private let node: YAMLNode

  /// Reads `name=value`, the value as in a spec; throws when it is neither.
  public init(_ argument: String) throws(Diagnostics) {
    guard let (name, text) = argument.assignment else {
      throw Diagnostics([
        Diagnostic(
          .wrongShape, "'\(argument)' sets no reading",
          notes: ["help: write name=value, such as propagation=15m"])
      ])
    }
    self.name = name
    self.text = text
    let value = try parseYAML(Array(text.utf8), file: "--reading \(name)")
    node = YAMLNode(.map([YAMLEntry(key: name, at: value.place, value: value)]), at: value.place)
  }

  /// The readings of one system with this one in place of theirs; what does not fit is a finding.
  package func applied<R: Record>(to readings: R, _ findings: Findings = Findings()) -> R {
    NodeReader.overlay(
      readings, with: node, what: "the readings", start: defaultClock, settings: true, findings)
  }
}

extension StringProtocol {
  /// The name before the first `=` and the value behind it; `nil` where there is no name.
  package var assignment: (name: String, value: String)? {
    guard let mark = firstIndex(of: "="), mark > startIndex else { return nil }
    return (String(self[..<mark]), String(self[index(after: mark)...]))
  }
}
