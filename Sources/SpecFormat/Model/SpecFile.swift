import Diagnostics
import EventSourcing
import Rules
import Simulation

/// A spec as it was read: its scenarios, one for each row of examples, and what was found.
public struct SpecFile<S: System>: Sendable {
  /// The path under which its places are named.
  public let path: String
  /// What the file is about.
  public let feature: String?
  /// The part of the documents that it follows.
  public let section: String?
  /// The scenarios in the order of the file; empty where there are errors.
  public let scenarios: [Scenario<S>]
  /// The rules that hold for every scenario of the file.
  public let rules: [PlacedRule<S.Machine>]
  /// Errors, which keep the file from running, and warnings.
  public let findings: [Diagnostic]

  /// Puts together what was read, or what kept a file from being read.
  public init(
    path: String, feature: String? = nil, section: String? = nil, scenarios: [Scenario<S>] = [],
    rules: [PlacedRule<S.Machine>] = [], findings: [Diagnostic]
  ) {
    self.path = path
    self.feature = feature
    self.section = section
    self.scenarios = scenarios
    self.rules = rules
    self.findings = findings
  }

  /// Whether the file can be run.
  public var isValid: Bool { !findings.contains { $0.severity == .error } }
}
