import Traces

/// The effects that were missing or too many at their events, until they are found at a later one:
/// what is recorded late or early is the effect that the machine orders all the same.
struct DisplacedEffects {
  private var missing: [ErasedRecord] = []
  private var extra: [ErasedRecord] = []

  /// The number of effects of a kind that are remembered: the latest ones.
  private static var kept: Int { 64 }

  /// Takes a difference, and gives both sides of an effect where the other one came before it.
  mutating func pair(
    _ difference: EffectDifference
  ) -> (recorded: ErasedRecord, ordered: ErasedRecord)? {
    switch difference.kind {
    case .missing:
      guard let ordered = difference.ordered else { return nil }
      if let recorded = extra.take(like: ordered) { return (recorded, ordered) }
      missing.add(ordered, keeping: Self.kept)
    case .extra:
      guard let recorded = difference.recorded else { return nil }
      if let ordered = missing.take(like: recorded) { return (recorded, ordered) }
      extra.add(recorded, keeping: Self.kept)
    case .altered, .misstamped, .reordered: break
    }
    return nil
  }
}

extension [ErasedRecord] {
  fileprivate mutating func add(_ effect: ErasedRecord, keeping count: Int) {
    if self.count == count { removeFirst() }
    append(effect)
  }

  /// Takes out the first record of the same effect.
  fileprivate mutating func take(like effect: ErasedRecord) -> ErasedRecord? {
    firstIndex { $0.isSameEffect(as: effect) }.map { remove(at: $0) }
  }
}
