import EventSourcing
import Traces

/// One difference between what an event ordered and what the trace has.
enum BatchDifference<Machine: Reducer> {
  typealias Recorded = EffectBatch<Machine>.Recorded

  /// Ordered and not recorded.
  case missing(Machine.Effect, of: RecordedEvent<Machine.Event>)
  /// Recorded and not ordered.
  case extra(Recorded)
  /// Recorded with other content than ordered.
  case altered(Recorded, Machine.Effect)
  /// The right effect with a wrong instant, party or cause.
  case misstamped(Recorded)
  /// Recorded at another place among the effects; the machine orders the second one there.
  case reordered(Recorded, Machine.Effect)
}

/// The recorded effects of one event beside those that the machine orders.
struct BatchComparison<Machine: Reducer> {
  typealias Recorded = EffectBatch<Machine>.Recorded

  /// The differences in the order of the trace.
  private(set) var differences: [BatchDifference<Machine>] = []
  /// The number of effects before the first one that differs.
  let agreed: Int
  /// The recorded effects behind those that the machine orders too.
  private(set) var pairs: [Pair] = []

  /// A recorded effect and what the machine orders for it.
  struct Pair {
    var recorded: RecordedEffect<Machine.Effect>
    var ordered: Machine.Effect
    /// The place of the second among the effects that the machine orders.
    var place: Int
  }

  /// Compares what `batch` holds; effects may be missing where the trace is cut short behind it.
  init(_ batch: EffectBatch<Machine>, cutShort: Bool) {
    agreed = batch.agreed
    let recorded = batch.differing
    let ordered = Array(batch.unmatched)
    let found = EffectPairs(recorded: recorded.map { $0.effect.effect }, ordered: ordered)
    var missing = found.unpaired(of: ordered.count)[...]
    // The place among the ordered effects up to which the trace has been followed.
    var reached = 0
    for (index, partner) in found.partners.enumerated() {
      guard let partner else {
        differences.append(.extra(recorded[index]))
        continue
      }
      while let place = missing.first, place < partner.place, partner.relation != .moved {
        missing.removeFirst()
        add(missing: ordered[place], batch)
      }
      pairs.append(
        Pair(
          recorded: recorded[index].effect, ordered: ordered[partner.place],
          place: batch.agreed + partner.place))
      switch partner.relation {
      case .same:
        if !batch.hasStamp(of: recorded[index]) {
          differences.append(.misstamped(recorded[index]))
        }
      case .moved:
        let there = reached == partner.place ? partner.place + 1 : reached
        differences.append(
          .reordered(recorded[index], ordered[min(there, ordered.count - 1)]))
      case .altered:
        differences.append(.altered(recorded[index], ordered[partner.place]))
      }
      if partner.relation != .moved { reached = partner.place + 1 }
    }
    if cutShort { return }
    for place in missing { add(missing: ordered[place], batch) }
  }

  private mutating func add(missing effect: Machine.Effect, _ batch: EffectBatch<Machine>) {
    if let event = batch.record { differences.append(.missing(effect, of: event)) }
  }
}
