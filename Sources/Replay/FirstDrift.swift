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

  /// Looks for the effect in question among the differences of a later event.
  ///
  /// - Returns: The record of the effect and what the machine orders, where both are found now.
  mutating func search(
    _ comparison: BatchComparison<Machine>, after event: ErasedRecord?
  ) -> (recorded: RecordedEffect<Machine.Effect>, ordered: Machine.Effect)? {
    guard let subject, let event else { return nil }
    for difference in comparison.differences {
      switch (drift.kind, difference) {
      case (.missing, .extra(let found)) where found.effect.effect.isSame(as: subject):
        let recorded = ErasedRecord(found.effect, line: found.line)
        drift.kind = .late(recorded)
        drift.recorded = recorded.fields
        return (found.effect, subject)
      case (.extra, .missing(let ordered, _)) where ordered.isSame(as: subject):
        drift.kind = .early(event)
        drift.computed = ordered.value
        return (
          RecordedEffect(
            seq: drift.seq, at: drift.at, party: drift.party, cause: drift.event.seq,
            effect: subject), ordered
        )
      default: continue
      }
    }
    return nil
  }
}
