import Diagnostics
import EventSourcing

/// The way in which the reading of a trace ended, with all that was found up to there.
public struct TraceEnding: Equatable, Sendable {
  /// The end of the trace, as far as it was read.
  public internal(set) var end = TraceEnd.sealed
  /// Signs that it was edited by hand or damaged, as warnings.
  public internal(set) var damage = FirstOf<Diagnostic>(100)
  /// Names that a lenient reader passed over.
  public internal(set) var passedOver = FirstOf<Diagnostic>(100)

  /// A trace that was read to its end without a finding.
  public init() {}

  /// The ending of a walk that stopped there: what was not read says nothing about it.
  package var stopped: TraceEnding {
    var ending = self
    ending.end = .sealed
    return ending
  }

  /// Whether the trace ends without its end line.
  public var isCut: Bool { if case .cut = end { true } else { false } }

  /// Whether nothing is missing and nothing was edited.
  public var isIntact: Bool { damage.isEmpty && end == .sealed }

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
    Array(damage) + passedOver + [cut(file)].compactMap { $0 }
  }
}
