import EventSourcing
import Traces

/// The first drift of a trace, completed by what comes after it: where a missing effect is recorded
/// after all, where an extra one is ordered, and which record depends on it.
struct FirstDrift {
  private(set) var drift: Drift
  /// The effect that is looked for later; `nil` where none is.
  private let subject: ErasedRecord?

  init(_ drift: Drift, _ difference: BatchDifference, in walk: AnyTraceWalk) {
    self.drift = drift
    switch difference.kind {
    case .missing: subject = difference.ordered.flatMap { walk.orderedEffect($0) }
    case .extra: subject = difference.recorded.flatMap { walk.recordedEffect($0) }
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
    _ comparison: BatchComparison, in walk: AnyTraceWalk
  ) -> (recorded: ErasedRecord, ordered: ErasedRecord)? {
    guard let subject, let event = walk.event() else { return nil }
    for difference in comparison.differences {
      switch (drift.kind, difference.kind) {
      case (.missing, .extra):
        guard let found = difference.recorded.flatMap({ walk.recordedEffect($0) }),
          found.isSameEffect(as: subject)
        else { continue }
        drift.kind = .late(found)
        drift.recorded = found.fields
        return (found, subject)
      case (.extra, .missing):
        guard let found = difference.ordered.flatMap({ walk.orderedEffect($0) }),
          found.isSameEffect(as: subject)
        else { continue }
        drift.kind = .early(event)
        drift.computed = found.fields
        return (subject, found)
      default: continue
      }
    }
    return nil
  }
}
