import EventSourcing
import Traces

/// One difference between what an event ordered and what the trace has.
enum BatchDifference<Machine: Reducer> {
  typealias Recorded = EffectBatch<Machine>.Recorded

  /// Ordered and not recorded.
  case missing(Machine.Effect, of: RecordedEvent<Machine.Event>)
  /// Recorded and not ordered.
  case extra(Recorded)
  /// Recorded in the place of an effect with other content, or of another name.
  case altered(Recorded, Machine.Effect)
  /// The right effect with a wrong instant, party or cause.
  case misstamped(Recorded)
  /// Recorded in the place of an effect that is recorded as well.
  case reordered(Recorded, Machine.Effect)
}

/// The differences of one event, each taken once, in the order of the trace.
struct BatchDifferences<Machine: Reducer> {
  typealias Recorded = EffectBatch<Machine>.Recorded

  private let event: RecordedEvent<Machine.Event>?
  private var recorded: [Recorded]
  private var ordered: [Machine.Effect]
  /// Whether effects may be missing because the trace ends here.
  private let isCutShort: Bool

  init(_ batch: EffectBatch<Machine>, cutShort: Bool) {
    event = batch.record
    recorded = batch.differing
    ordered = Array(batch.unmatched)
    isCutShort = cutShort
  }

  mutating func next() -> BatchDifference<Machine>? {
    dropAgreeing()
    guard let first = recorded.first else {
      return isCutShort ? nil : missingFirst()
    }
    guard let expected = ordered.first else { return .extra(recorded.removeFirst()) }
    let actual = first.effect.effect
    if expected == actual {
      ordered.removeFirst()
      return .misstamped(recorded.removeFirst())
    }
    let laterOrdered = ordered.firstIndex(of: actual)
    let laterRecorded = recorded.firstIndex { $0.effect.effect == expected }
    if let laterOrdered, let laterRecorded {
      ordered.remove(at: laterOrdered)
      ordered.removeFirst()
      recorded.remove(at: laterRecorded)
      return .reordered(recorded.removeFirst(), expected)
    }
    if laterOrdered != nil, let missing = missingFirst() { return missing }
    if laterRecorded != nil { return .extra(recorded.removeFirst()) }
    if actual.name != expected.name {
      if recorded.count > ordered.count { return .extra(recorded.removeFirst()) }
      if recorded.count < ordered.count, let missing = missingFirst() { return missing }
    }
    ordered.removeFirst()
    return .altered(recorded.removeFirst(), expected)
  }

  private mutating func missingFirst() -> BatchDifference<Machine>? {
    guard let event, !ordered.isEmpty else { return nil }
    return .missing(ordered.removeFirst(), of: event)
  }

  /// Behind a difference the two sides may agree again.
  private mutating func dropAgreeing() {
    guard let event else { return }
    while let expected = ordered.first, let first = recorded.first?.effect,
      first.effect == expected, first.at == event.at, first.party == event.party,
      first.cause == event.seq
    {
      ordered.removeFirst()
      recorded.removeFirst()
    }
  }
}
