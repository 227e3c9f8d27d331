import YAML

/// A scenario with a claim of which it is known whether it holds.
struct Probe {
  /// The claim, for reports.
  var claim: String
  /// Whether nothing of the file is to stand beside the scenario but what it starts from.
  var standsAlone = true
  /// Whether the run is as the claim says.
  var holds: Bool
  /// Makes the scenario that says so.
  var scenario: () -> YAMLNode
}

/// The results of the claims that were put to scenarios.
public struct ProbeTally: Equatable, Sendable {
  /// False claims that failed as they should.
  public var failed = 0
  /// False claims that were refused before anything ran.
  public var refused = 0
  /// True claims that passed as they should.
  public var passed = 0
  /// Scenarios to which claims were put.
  public var scenarios = 0
  /// False claims that passed, and true ones that did not.
  public var faults: [String] = []

  /// Nothing tried.
  public init() {}

  /// The number of false claims tried.
  public var falseClaims: Int { failed + refused }

  /// Adds what became of other claims.
  public static func += (left: inout ProbeTally, right: ProbeTally) {
    left.failed += right.failed
    left.refused += right.refused
    left.passed += right.passed
    left.scenarios += right.scenarios
    left.faults += right.faults
  }
}
