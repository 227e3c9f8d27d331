import Diagnostics
import EventSourcing
import Rules
import Simulation
import SpecFormat
import Traces

extension Spec {
  /// Holds a run against the rules; time zero is `start`, and the run ends at `end`, that instant
  /// included. Gives a finding for each rule and device that it is broken for.
  public func findings<S: System>(
    in log: EventLog<S.Machine.Event, S.Machine.Effect>, of system: S.Type, devices: [String],
    start: Instant, until end: Instant
  ) -> [Diagnostic] {
    var book = RuleBook<S.Machine>(rules.map(\.rule), devices: devices)
    for record in log.records { book.observe(record) }
    book.finish(at: end)
    let records = RecordSummary(log: ErasedLog(log), zero: start, isWorld: devices.count > 1)
    return book.violations.map { index, violation in
      RuleExplanation(records: records, rule: rules[index], end: end)
        .diagnostic(violation)
    }
  }
}
