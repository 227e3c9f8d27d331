import EventSourcing
import Replay
import Simulation
import SpecFormat
import Specs

/// The claim that the records of a trace keep a rule.
struct RuleClaim<S: System>: BisectedClaim {
  typealias Machine = S.Machine

  let staysBroken: Bool
  let asksEvents = false
  private var probe: RuleProbe<S>

  init(_ rule: PlacedRule, devices: [String]) {
    probe = RuleProbe(rule, devices: devices)
    staysBroken = probe.staysBroken
  }

  mutating func observe(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    probe.observe(record)
  }

  func isBroken(at end: Instant) -> Bool { probe.violation(at: end) != nil }
}
