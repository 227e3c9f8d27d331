import Diagnostics

/// The way in which the reading of a trace ended, with all that was found up to there.
public struct TraceEnding: Equatable, Sendable {
  /// The end of the trace, as far as it was read.
  public internal(set) var end = TraceEnd.sealed
  /// Signs of damage or edits, the first hundred of them.
  public internal(set) var damage: [TraceDamage] = []
  /// The number of signs of damage.
  public private(set) var damageCount = 0
  /// Names that a lenient reader passed over, the first hundred of them.
  public internal(set) var passedOver: [Diagnostic] = []
  /// The number of names that a lenient reader passed over.
  public private(set) var passedOverCount = 0

  /// The findings of one kind that are kept; all are counted.
  private static var kept: Int { 100 }

  /// A trace that was read to its end without a finding.
  public init() {}

  /// Counts a sign of damage.
  ///
  /// - Returns: Whether it is one of those that are kept.
  mutating func countDamage() -> Bool {
    damageCount += 1
    return damage.count < TraceEnding.kept
  }

  /// Counts a name that was passed over.
  ///
  /// - Returns: Whether it is one of those that are kept.
  mutating func countPassedOver() -> Bool {
    passedOverCount += 1
    return passedOver.count < TraceEnding.kept
  }

  /// The ending of a walk that stopped there: what was not read says nothing about it.
  package var stopped: TraceEnding {
    var ending = self
    ending.end = .sealed
    return ending
  }

  /// Whether the trace ends without its end line.
  public var isCut: Bool { if case .cut = end { true } else { false } }

  /// Whether nothing is missing and nothing was edited.
  public var isIntact: Bool { damageCount == 0 && end == .sealed }

  /// The warning that the end line is missing; `nil` where it is there.
  public func cut(_ file: String) -> Diagnostic? {
    guard case .cut(let line) = end else { return nil }
    return Diagnostic(
      .traceCut, severity: .warning, "the trace was cut: it has no end line",
      at: Place(file: file, line: line, column: 1), labels: [],
      notes: ["it was read up to line \(line), its last whole one"])
  }

  /// Returns everything found as warnings.
  public func warnings(_ file: String) -> [Diagnostic] {
    damage.map { $0.warning } + passedOver + [cut(file)].compactMap { $0 }
  }
}
