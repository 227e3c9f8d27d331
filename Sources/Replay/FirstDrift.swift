import EventSourcing
import Traces

/// The first drift of a trace, completed by what comes after it: where a missing effect is recorded
/// after all, where an extra one is ordered, and which record depends on it.
struct FirstDrift<Machine: Reducer> {
  private(set) var drift: Drift
  private let subject: Machine.Effect?

  init(_ drift: Drift, _ difference: BatchDifference<Machine>) {
    self.drift = drift
    switch difference {
    case .missing(let effect, _): subject = effect
    case .extra(let recorded): subject = recorded.effect.effect
    case .altered, .misstamped, .reordered: subject = nil
    }
  }

  /// A drift of which no effect is looked for later.
  init(_ drift: Drift) {
    self.drift = drift
    subject = nil
  }

  /// Whether a later record is the first that depends on the drift.
  func isInvalidated(_ line: TraceLine) -> Bool {
    guard drift.invalidated == nil, line.kind == .event else { return false }
    // What a missing effect would have led to is missing from the next event on.
    return line.cause == drift.seq || (drift.kind == .missing && line.seq > drift.seq)
  }

  /// Records the first later record that depends on the drift.
  mutating func invalidate(_ record: ErasedRecord) { drift.invalidated = record }

  /// Looks for the effect in question among those of a later event.
  ///
  /// - Returns: The record of the effect where it is found: its answers are no orphans.
  mutating func search(_ batch: EffectBatch<Machine>) -> Int64? {
    guard let subject, let event = batch.event else { return nil }
    if drift.kind == .missing,
      let found = batch.differing.first(where: { $0.effect.effect == subject })
    {
      let recorded = ErasedRecord(found.effect, line: found.line)
      drift.kind = .late(recorded)
      drift.recorded = recorded.fields
      return recorded.seq
    } else if drift.kind == .extra, batch.unmatched.contains(subject) {
      drift.kind = .early(event)
      drift.computed = subject.value
      return drift.seq
    }
    return nil
  }
}
