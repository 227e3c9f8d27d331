import EventSourcing
import Rules
import Simulation
import SpecFormat

/// One rule held against the records of a trace, as they were recorded.
public struct RuleProbe<S: System> {
  /// Whether no later record can make the rule hold again: a count can be right once more.
  public let staysBroken: Bool
  private var book: RuleBook<S.Machine>

  /// Opens the rule for these devices.
  public init(_ rule: PlacedRule, devices: [String]) {
    book = RuleBook([rule.rule], devices: devices)
    staysBroken = if case .count = rule.rule.sentence { false } else { true }
  }

  /// Takes the next record.
  public mutating func observe(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    book.observe(record)
  }

  /// How the rule is broken when the trace ends at `end`; `nil` where it holds or is still open.
  public func violation(at end: Instant) -> RuleViolation? {
    var book = book
    book.finish(at: end)
    return book.violations.first { $0.violation.kind != .inconclusive }.map { _, violation in
      RuleViolation(
        kind: "\(violation.kind)", party: violation.party, records: violation.witnesses.map(\.seq))
    }
  }
}

/// How a rule was broken, without the machine's types.
public struct RuleViolation: Equatable, Sendable {
  /// What went wrong, as one name.
  public var kind: String
  /// The device; `nil` for a rule about all together.
  public var party: String?
  /// The numbers of the records that show it.
  public var records: [Int64]
}
