import Diagnostics
import EventSourcing
import Reports
import Rules
import SpecFormat
import Traces

/// Explains how a rule was broken: its witnesses, the distance to the bound, how long it held.
extension Explanation {
  func broken(_ rule: PlacedRule, by violation: Violation) -> Diagnostic {
    let name = rule.id.map { "rule \($0)" } ?? "rule"
    // A rule about one party names it.
    let isNamed = if case .party = rule.rule.scope { true } else { false }
    let named = records.isWorld && !isNamed ? violation.party : nil
    let party = named.map { " (\($0))" } ?? ""
    let place = rule.boundPlace ?? rule.place
    var notes: [String] = []
    if !violation.witnesses.isEmpty { notes.append(witnesses(violation)) }
    notes += remarks(violation)
    if let sought = rule.sought {
      let candidates = Candidates(
        records: records, sought: sought, same: rule.same ?? rule.rule.key)
      if let note = candidates.note(violation) { notes.append(note) }
    }
    let finding =
      violation.kind == .inconclusive
      ? Diagnostic(
        .inconclusiveRule, "\(name) is still open at the end of the run\(party)", at: place,
        proposal: "its time is not over at \(records.time(end))", notes: notes)
      : Diagnostic(
        .brokenRule, "\(name) is broken: \(rule.text)\(party)", at: place,
        proposal: rule.breach(violation) { records.time($0) }, notes: notes)
    let last = violation.witnesses.last.flatMap { records.log[$0.seq] }
    return finding.with(
      expected: .text(rule.text), actual: data(of: violation), record: last?.value)
  }

  private func data(of violation: Violation) -> Value {
    .map([
      ("kind", .text("\(violation.kind)")),
      ("records", .list(violation.witnesses.map { .integer($0.seq) })),
      ("party", violation.party.map { .text($0) }),
      ("measured", violation.measured.map { .span($0) }),
      ("deadline", violation.deadline.map { .instant($0) }),
      ("count", violation.count.map { .integer(Int64($0)) }),
    ])
  }

  private func witnesses(_ violation: Violation) -> String {
    let shown = violation.witnesses.suffix(4)
    var lines = shown.map { witness in
      "\(records.time(witness.at))  \(line(witness.seq))"
    }
    if violation.witnesses.count > shown.count { lines.insert("…", at: 0) }
    if let measured = violation.measured, violation.witnesses.count > 1 {
      lines.append("└──── \(measured.text) ────┘")
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ seq: Int64) -> String {
    guard let record = records.log[seq] else { return "" }
    guard record.kind == .effect, let cause = record.cause.flatMap({ records.log[$0] }) else {
      return records.event(record)
    }
    return "\(records.title(of: seq)) ← \(records.event(cause))"
  }

  private func remarks(_ violation: Violation) -> [String] {
    var notes: [String] = []
    if violation.held > 0, violation.kind != .tooMany {
      notes.append("it was kept \(counted(violation.held, "time")) before")
    }
    if violation.kind == .inconclusive, let deadline = violation.deadline {
      notes.append(
        "open until \(records.time(deadline)); the run ends at \(records.time(end))"
          // A recording has an end of its own.
          + (scenario.recording == nil ? ": extend 'run_until'" : ""))
    }
    return notes
  }
}

extension PlacedRule {
  /// The field that has to be equal in what the rule asks for.
  fileprivate var same: String? {
    if case .whenever(_, _, _, _, let same) = rule.sentence { same } else { nil }
  }

  /// The distance of `violation` from the bound, in a few words; `time` shows instants.
  func breach(_ violation: Violation, time: (Instant) -> String) -> String {
    switch violation.kind {
    case .gapTooShort, .gapTooLong:
      return missed(violation).map { "missed by \($0.text)" } ?? ""
    case .gapShrank: return "this gap is shorter than the one before"
    case .gapDidNotGrow: return "this gap is as long as the one before"
    case .stale: return "it does not carry the latest value"
    case .tooMany:
      return "\(violation.witnesses.count) within \(violation.measured?.text ?? "")"
    case .missing:
      let deadline = violation.deadline.map(time) ?? ""
      return "nothing of it came by \(deadline)"
    case .wrongCount: return "it happened \(counted(violation.count ?? 0, "time"))"
    case .noneBefore: return "nothing of it came before"
    case .happened:
      guard let measured = violation.measured else { return "it happened" }
      return "it happened \(measured.text) later"
    case .inconclusive: return ""
    }
  }

  private func missed(_ violation: Violation) -> TimeSpan? {
    guard let measured = violation.measured,
      case .gapBetween(_, let atLeast, let atMost, _, _, _) = rule.sentence
    else { return nil }
    if let atLeast, measured < atLeast { return atLeast - measured }
    return atMost.map { measured - $0 }
  }
}
