import Diagnostics
import EventSourcing
import Replay
import Rules
import Simulation
import SpecFormat
import Traces

extension BisectedClaim {
  /// The claim that the records of a trace keep a rule.
  static func rule<S: System>(
    _ rule: Rule, devices: [String], _ input: ReplayInput, as system: S.Type
  ) -> BisectedClaim {
    // A count can be right once more.
    let staysBroken = if case .count = rule.sentence { false } else { true }
    return BisectedClaim(staysBroken: staysBroken) { () throws(Diagnostic) in
      var reader = try TraceReader<S.Machine>(
        file: input.file, defaults: .of(S.self), source: input.open())
      var book = RuleBook<S.Machine>([rule], devices: devices)
      return BisectedPass {
        () throws(Diagnostic) in
        guard let line = try reader.next() else { return nil }
        if let record = try reader.record(line) { book.observe(record) }
        return line
      } isBroken: {
        book.violation(at: $0) != nil
      }
    }
  }
}
