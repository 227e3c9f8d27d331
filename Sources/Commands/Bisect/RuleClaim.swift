import EventSourcing
import Replay
import Rules
import Simulation
import SpecFormat

/// The claim that the records of a trace keep a rule.
struct RuleClaim<S: System>: BisectedClaim {
  typealias Machine = S.Machine

  let staysBroken: Bool
  let asksEvents = false
  private var book: RuleBook<S.Machine>

  init(_ rule: PlacedRule, devices: [String]) {
    book = RuleBook([rule.rule], devices: devices)
    // A count can be right once more.
    staysBroken = if case .count = rule.rule.sentence { false } else { true }
  }

  mutating func observe(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    book.observe(record)
  }

  func isBroken(at end: Instant) -> Bool { book.violation(at: end) != nil }
}
