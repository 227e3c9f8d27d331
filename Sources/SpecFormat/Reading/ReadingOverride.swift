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
    guard let mark = argument.firstIndex(of: "="), mark > argument.startIndex else {
      throw Diagnostics([
        Diagnostic(
          .wrongShape, "'\(argument)' sets no reading",
          notes: ["help: write name=value, such as propagation=15m"])
      ])
    }
    name = String(argument[..<mark])
    text = String(argument[argument.index(after: mark)...])
    let value = try parseYAML(Array(text.utf8), file: "--reading \(name)")
    node = YAMLNode(.map([YAMLEntry(key: name, at: value.place, value: value)]), at: value.place)
  }

  /// The readings of one system with this one in place of theirs; what does not fit is a finding.
  package func applied<R: Record>(to readings: R, _ findings: Findings = Findings()) -> R {
    NodeReader.overlay(readings, with: node, what: "the readings", start: defaultClock, findings)
  }
}
