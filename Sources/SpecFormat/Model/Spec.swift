import Diagnostics
import Rules

/// A spec as it was read, or a file of rules: its scenarios, one for each row of examples, its
/// rules, and what was found.
public struct Spec: Sendable {
  /// The path under which its places are named.
  public let path: String
  /// The system that it is about.
  public let sdk: String
  /// What the file is about.
  public internal(set) var feature: String?
  /// The part of the documents that it follows.
  public internal(set) var section: String?
  /// The scenarios in the order of the file; empty where there are errors.
  public internal(set) var scenarios: [Scenario] = []
  /// The rules of the file itself, in its order.
  public internal(set) var rules: [PlacedRule] = []
  /// Errors, which keep the file from being used, and warnings.
  public internal(set) var findings: [Diagnostic] = []

  /// Whether the file can be used.
  public var isValid: Bool { errors.isEmpty }

  /// What keeps the file from being used.
  public var errors: [Diagnostic] { findings.filter { $0.severity == .error } }
}
