import Diagnostics
import EventSourcing
import Rules
import SpecFormat
import Traces
import YAMLText

/// The records that come close to a missing one: the same at another time, or the one most like it,
/// with its differences.
struct Candidates {
  let records: RecordSummary
  let sought: SoughtRecord
  /// The field that has to be equal in the record that the rule speaks about, or that groups the
  /// records that it counts.
  let same: String?

  /// The number of records that are looked at, and of times that are named.
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
        let late = record.at - deadline
        return "it came at \(records.time(record.at)), "
          + (late > .zero
            ? "\(late.text) too late" : "too early: \((record.at - open.at).text) later")
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
      // History does not count, nor what lies outside of a window.
      let opener = violation.deadline == nil ? nil : violation.witnesses.first
      let start = opener?.seq ?? records.log.firstSeq(from: records.zero) - 1
      let all = candidates(after: start, violation.party, like: violation.witnesses.first?.seq)
        .filter { candidate in
          candidate.record.at <= violation.deadline ?? .distantFuture
            && !candidate.mismatches.contains { $0.path == same }
        }
      let times = all.filter(\.mismatches.isEmpty).map { records.time($0.record.at) }
      let shown = times.prefix(Self.named).joined(separator: ", ")
      let more = times.count > Self.named ? ", …" : ""
      // A few are shown as witnesses already.
      let isShown = opener == nil && times.count <= violation.witnesses.count
      let happened = isShown ? nil : "it happened at \(shown)\(more)"
      let others = nearest(among: all.filter { !$0.mismatches.isEmpty }) { _ in nil }
      let notes = [happened, others].compactMap(\.self)
      return notes.isEmpty ? nil : notes.joined(separator: "\n")
    case .happened, .tooMany, .gapTooShort, .gapTooLong, .gapShrank, .gapDidNotGrow, .stale,
      .inconclusive:
      return nil
    }
  }

  /// A note on the record of this instant or later that differs least; `nil` where there is none.
  func note(from instant: Instant, _ party: String?) -> String? {
    let all = candidates(after: records.log.firstSeq(from: instant) - 1, party, like: nil)
    return nearest(among: all.filter { !$0.mismatches.isEmpty }) { _ in nil }
  }

  /// The first record of an instant that is as it should be.
  func whole(at instant: Instant, _ party: String?) -> ErasedRecord? {
    candidates(after: records.log.firstSeq(from: instant) - 1, party, like: nil)
      .first { $0.mismatches.isEmpty && $0.record.at == instant }?.record
  }

  /// Returns the text of `late` for the first record that is as it should be; otherwise a note on
  /// the one that differs least.
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
