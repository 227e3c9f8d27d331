import Diagnostics
import Rules
import Traces

/// A spec as it was read, or a file of rules: its scenarios, one for each row of examples, its
/// rules, and what was found.
public struct Spec: Sendable {
  /// The path under which its places are named.
  public let path: String
  /// The system that it is about.
  public let sdk: String
  /// The scenarios in the order of the file; empty where there are errors.
  public internal(set) var scenarios: [Scenario] = []
  /// The rules of the file itself, in its order.
  public internal(set) var rules: [PlacedRule] = []
  /// Errors, which keep the file from being used, and warnings.
  public internal(set) var findings: [Diagnostic] = []

  /// Whether the file can be used.
  public var isValid: Bool { errors.isEmpty }

  /// The findings that keep the file from being used.
  public var errors: [Diagnostic] { findings.filter { $0.severity == .error } }
}

/// A rule with the place where it is written.
public struct PlacedRule: Sendable {
  /// Its id, where it has one.
  public let id: String?
  /// The sentence as it is written, for reports.
  public let text: String
  /// The place at which the sentence begins; of a rule in a file of rules, the one that uses it.
  public let place: Place
  /// The place at which the sentence is written.
  package let sentencePlace: Place
  /// The place of its bound; `nil` where it has none.
  package let boundPlace: Place?
  /// The record that the rule asks for; `nil` where it asks for none.
  package let sought: SoughtRecord?
  /// The record that puts the rule to the test, as it is written.
  package let awaited: String?
  /// The requirements that it follows.
  public let covers: [String]
  /// The readings whose default values it is about.
  public let readings: [String]
  /// The claim of the rule.
  public let rule: Rule
}

/// An event or effect that a rule asks for.
package struct SoughtRecord: Sendable {
  /// Its name.
  package let name: String
  /// The condition on its fields.
  package let fields: Matcher?
}

/// A recorded trace that a scenario runs instead of steps; it is streamed, whatever its size.
package struct Recording: Sendable {
  /// The file as the spec names it.
  package var file: PlacedText
  /// The path at which it was found.
  package var path: String
  /// Opens the trace at its first byte, as often as it is needed.
  package var open: TraceOpener
  /// Whether the recorded effects and hashes are compared with those of the machine.
  package var isCompared: Bool
  /// The first record that is judged, by sequence number; `nil` for all from the first on.
  package var from: Int64?
  /// The last record that is folded, by sequence number; `nil` for all up to the end.
  package var to: Int64?
  /// The beginning that the scenario writes; the recording's own one holds in its place.
  package var replaced: Given
}

/// Opens a trace at its first byte.
public typealias TraceOpener = @Sendable () throws(Diagnostic) -> ByteSource
