import Diagnostics
import EventSourcing
import Rules
import Simulation
import SpecFormat

/// Tells how a rule was broken: its witnesses, the distance to the bound, how long it held.
struct RuleStory<S: System> {
  let names: RecordText<S>
  let rule: PlacedRule<S.Machine>
  let end: Instant

  func diagnostic(_ violation: Violation) -> Diagnostic {
    let name = rule.id.map { "rule \($0)" } ?? "rule"
    let party = names.isWorld ? violation.party.map { " (\($0))" } ?? "" : ""
    let place = rule.boundPlace ?? rule.place
    var notes: [String] = []
    if !violation.witnesses.isEmpty { notes.append(witnesses(violation)) }
    notes += remarks(violation)
    if violation.kind == .inconclusive {
      return Diagnostic(
        .inconclusiveRule, "\(name) is still open at the end of the run\(party)", at: place,
        proposal: "its time is not over at \(names.time(end))", notes: notes)
    }
    return Diagnostic(
      .brokenRule, "\(name) is broken: \(rule.text)\(party)", at: place,
      proposal: proposal(violation), notes: notes)
  }

  private func witnesses(_ violation: Violation) -> String {
    let shown = violation.witnesses.suffix(4)
    var lines = shown.map { witness in
      "\(names.time(witness.at))  \(line(witness.seq))"
    }
    if violation.witnesses.count > shown.count { lines.insert("…", at: 0) }
    if let measured = violation.measured, violation.witnesses.count > 1 {
      lines.append("└──── \(measured.text) ────┘")
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ seq: Int64) -> String {
    guard let record = names.log[seq] else { return "" }
    guard case .effect(let effect) = record, let cause = names.log[effect.cause] else {
      return names.event(record)
    }
    return "\(names.title(of: seq)) ← \(names.event(cause))"
  }

  private func proposal(_ violation: Violation) -> String {
    switch violation.kind {
    case .gapTooShort, .gapTooLong:
      return missed(violation).map { "missed by \($0.text)" } ?? ""
    case .gapShrank: return "this gap is shorter than the one before"
    case .tooMany:
      return "\(violation.witnesses.count) within \(violation.measured?.text ?? "")"
    case .missing:
      let deadline = violation.deadline.map { names.time($0) } ?? ""
      return "nothing of it came by \(deadline)"
    case .wrongCount: return "it happened \(violation.count ?? 0) times"
    case .noneBefore: return "nothing of it came before"
    case .happened:
      guard let measured = violation.measured else { return "it happened" }
      return "it happened \(measured.text) later"
    case .inconclusive: return ""
    }
  }

  private func missed(_ violation: Violation) -> TimeSpan? {
    guard case .gapBetween(_, let low, let high, _) = rule.rule.sentence,
      let measured = violation.measured
    else { return nil }
    if let low, measured < low { return low - measured }
    return high.map { measured - $0 }
  }

  private func remarks(_ violation: Violation) -> [String] {
    var notes: [String] = []
    if violation.held > 0, violation.kind != .tooMany {
      notes.append("it was kept \(counted(violation.held, "time")) before")
    }
    if violation.kind == .inconclusive, let deadline = violation.deadline {
      notes.append(
        "open until \(names.time(deadline)); the run ends at \(names.time(end)): "
          + "extend 'run_until'")
    }
    return notes
  }
}
