import Traces

/// The first drift of a trace, completed by what comes after it: where a missing effect is recorded
/// after all, where an extra one is ordered, and which record depends on it.
struct FirstDrift {
  var drift: Drift
  /// The missing or extra effect, until it is found on the other side; `nil` where none is sought.
  private var subject: ErasedRecord?

  /// Keeps a drift; its effect is looked for later where `difference` is given.
  init(_ drift: Drift, _ difference: EffectDifference?) {
    self.drift = drift
    switch difference?.kind {
    case .missing: subject = difference?.ordered
    case .extra: subject = difference?.recorded
    case .altered, .misstamped, .reordered, nil: subject = nil
    }
  }

  /// Whether a later record is the first that depends on the drift.
  func isInvalidated(_ line: TraceLine) -> Bool {
    guard drift.invalidated == nil, line.kind == .event else { return false }
    // What a missing effect would have led to is missing from the next event on.
    return line.cause == drift.seq || (drift.kind == .missing && line.seq > drift.seq)
  }

  /// Looks for the effect in question among the differences of a later event.
  mutating func search(_ differences: [EffectDifference]) {
    guard let subject, let event = differences.first?.event else { return }
    let isMissing = drift.kind == .missing
    let candidates = differences.lazy.compactMap { difference in
      switch difference.kind {
      case .extra where isMissing: difference.recorded
      case .missing where !isMissing: difference.ordered
      case .missing, .extra, .altered, .misstamped, .reordered: ErasedRecord?.none
      }
    }
    guard let found = candidates.first(where: { $0.isSameEffect(as: subject) }) else { return }
    self.subject = nil
    if isMissing {
      drift.kind = .late(found)
      drift.recorded = found.fields
    } else {
      drift.kind = .early(event)
      drift.computed = found.fields
    }
  }
}
