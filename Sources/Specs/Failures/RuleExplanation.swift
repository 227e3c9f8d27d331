import Diagnostics
import EventSourcing
import Reports
import Rules
import SpecFormat
import Traces
import YAMLText

/// Explains how a rule was broken: its witnesses, the distance to the bound, how long it held.
struct RuleExplanation {
  let records: RecordSummary
  let rule: PlacedRule
  let end: Instant

  func diagnostic(_ violation: Violation) -> Diagnostic {
    let name = rule.id.map { "rule \($0)" } ?? "rule"
    let party = records.isWorld ? violation.party.map { " (\($0))" } ?? "" : ""
    let place = rule.boundPlace ?? rule.place
    var notes: [String] = []
    if !violation.witnesses.isEmpty { notes.append(witnesses(violation)) }
    notes += remarks(violation)
    if let sought = rule.sought {
      let candidates = RuleCandidates(records: records, sought: sought, same: rule.same)
      if let note = candidates.note(violation) { notes.append(note) }
    }
    if violation.kind == .inconclusive {
      return Diagnostic(
        .inconclusiveRule, "\(name) is still open at the end of the run\(party)", at: place,
        proposal: "its time is not over at \(records.time(end))", notes: notes
      ).with(
        expected: .text(rule.text), actual: data(of: violation), record: last(violation)?.value)
    }
    return Diagnostic(
      .brokenRule, "\(name) is broken: \(rule.text)\(party)", at: place,
      proposal: rule.breach(violation) { records.time($0) }, notes: notes
    ).with(expected: .text(rule.text), actual: data(of: violation), record: last(violation)?.value)
  }

  private func last(_ violation: Violation) -> ErasedRecord? {
    violation.witnesses.last.flatMap { records.log[$0.seq] }
  }

  private func data(of violation: Violation) -> Value {
    let fields: [(String, Value?)] = [
      ("kind", .text("\(violation.kind)")),
      ("records", .list(violation.witnesses.map { .integer($0.seq) })),
      ("party", violation.party.map { .text($0) }),
      ("measured", violation.measured.map { .span($0) }),
      ("deadline", violation.deadline.map { .instant($0) }),
      ("count", violation.count.map { .integer(Int64($0)) }),
    ]
    return .fields(fields.compactMap { name, value in value.map { .init(name: name, value: $0) } })
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
        "open until \(records.time(deadline)); the run ends at \(records.time(end)): "
          + "extend 'run_until'")
    }
    return notes
  }
}

extension PlacedRule {
  /// The field that has to be equal in what the rule asks for.
  fileprivate var same: String? {
    if case .whenever(_, _, _, let same) = rule.sentence { same } else { nil }
  }

  /// How far `violation` is from the bound, in a few words; `time` shows instants.
  func breach(_ violation: Violation, time: (Instant) -> String) -> String {
    switch violation.kind {
    case .gapTooShort, .gapTooLong:
      return missed(violation).map { "missed by \($0.text)" } ?? ""
    case .gapShrank: return "this gap is shorter than the one before"
    case .tooMany:
      return "\(violation.witnesses.count) within \(violation.measured?.text ?? "")"
    case .missing:
      let deadline = violation.deadline.map(time) ?? ""
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
    guard let measured = violation.measured,
      case .gapBetween(_, let atLeast, let atMost, _, _, _) = rule.sentence
    else { return nil }
    if let atLeast, measured < atLeast { return atLeast - measured }
    return atMost.map { measured - $0 }
  }
}

/// What came near to what a broken rule asks for: when it did happen, or where the record that is
/// most like it differs.
struct RuleCandidates {
  let records: RecordSummary
  let sought: SoughtRecord
  /// The field that has to be equal in the record that the rule speaks about.
  let same: String?

  /// How many records are looked at, and how many times are named.
  private static let limit: Int64 = 20_000
  private static let named = 6

  private struct Candidate {
    let record: ErasedRecord
    let mismatches: [Mismatch]
  }

  /// A note for the violation; `nil` where nothing of the name is in reach.
  func note(_ violation: Violation) -> String? {
    switch violation.kind {
    case .missing:
      guard let open = violation.witnesses.first else { return nil }
      let all = candidates(after: open.seq, violation.party, like: open.seq)
      return nearest(among: all) { record in
        guard let deadline = violation.deadline else { return nil }
        return "it came at \(records.time(record.at)), \((record.at - deadline).text) too late"
      }
    case .noneBefore:
      guard let witness = violation.witnesses.first else { return nil }
      let first = max(0, witness.seq - Self.limit)
      let all = candidates(after: first, violation.party, like: nil)
      let later = all.filter { $0.record.seq > witness.seq && $0.mismatches.isEmpty }
      if let later = later.first?.record {
        let gap = (later.at - witness.at).text
        return "it came only at \(records.time(later.at)), \(gap) later"
      }
      return nearest(among: all.filter { $0.record.seq < witness.seq }) { _ in nil }
    case .wrongCount:
      // History does not count.
      let start = records.log.firstSeq(from: records.zero) - 1
      let all = candidates(after: start, violation.party, like: nil)
      let times = all.filter(\.mismatches.isEmpty).map { records.time($0.record.at) }
      let shown = times.prefix(Self.named).joined(separator: ", ")
      let more = times.count > Self.named ? ", …" : ""
      // A few are shown as witnesses already.
      let isShown = times.count <= violation.witnesses.count
      let happened = isShown ? nil : "it happened at \(shown)\(more)"
      let others = nearest(among: all.filter { !$0.mismatches.isEmpty }) { _ in nil }
      let notes = [happened, others].compactMap(\.self)
      return notes.isEmpty ? nil : notes.joined(separator: "\n")
    case .happened, .tooMany, .gapTooShort, .gapTooLong, .gapShrank, .inconclusive: return nil
    }
  }

  /// The first that is as it should be, as `late` says it, else the one that differs least.
  private func nearest(
    among candidates: [Candidate], late: (ErasedRecord) -> String?
  ) -> String? {
    if let whole = candidates.first(where: { $0.mismatches.isEmpty }) { return late(whole.record) }
    let closest = candidates.min { $0.mismatches.count < $1.mismatches.count }
    guard let closest else { return nil }
    let differences = closest.mismatches.flatMap(\.lines)
    let title = records.title(of: closest.record.seq)
    return (["\(title) at \(records.time(closest.record.at)) is not meant:"] + differences)
      .joined(separator: "\n")
  }

  /// The records of the name, with what differs; `like` is the record with the `same` value.
  private func candidates(after seq: Int64, _ party: String?, like: Int64?) -> [Candidate] {
    let wanted = same.flatMap { path in like.flatMap { records.log[$0]?.fields[path: path] } }
    let matching = Matching(start: records.zero)
    var found: [Candidate] = []
    var next = seq + 1
    while next <= min(records.log.count, seq + Self.limit) {
      defer { next += 1 }
      guard let record = records.log[next], record.name == sought.name,
        party == nil || record.party == party
      else { continue }
      var mismatches = sought.fields.map { matching.mismatches($0, record.fields) } ?? []
      if let same, let wanted, record.fields[path: same] != wanted {
        let actual = record.fields[path: same]
        mismatches.append(
          Mismatch(
            path: same, place: mismatches.first?.place ?? Place(file: "", line: 1, column: 1),
            wanted: wanted, found: actual, expected: yaml(wanted, from: records.zero),
            actual: actual.map { yaml($0, from: records.zero) } ?? "absent"))
      }
      found.append(Candidate(record: record, mismatches: mismatches))
    }
    return found
  }
}
