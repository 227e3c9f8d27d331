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
    node = try parseYAML(Array(text.utf8), file: "--reading \(name)")
  }

  /// The override for the readings of one system; `nil`, and findings, where it does not fit.
  package func changes<R: Record>(of readings: R.Type, _ findings: Findings) -> RecordChanges<R>? {
    let entry = YAMLEntry(key: name, at: node.place, value: node)
    let map = YAMLNode(.map([entry]), at: node.place)
    let found = Findings()
    let changes = NodeReader.changes(
      of: R.self, namedBy: map, what: "the readings", start: defaultClock, found)
    for finding in found.all { findings.add(finding) }
    return found.isEmpty ? changes : nil
  }
}
