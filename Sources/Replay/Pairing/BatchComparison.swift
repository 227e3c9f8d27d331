import EventSourcing

/// One difference between what an event ordered and what the trace has.
struct BatchDifference: Equatable, Sendable {
  /// The way in which both differ.
  enum Kind: Sendable {
    /// Ordered and not recorded.
    case missing
    /// Recorded and not ordered.
    case extra
    /// Recorded with other content than ordered.
    case altered
    /// The right effect with a wrong instant, party or cause.
    case misstamped
    /// Recorded at another place among the effects; the machine orders the other one there.
    case reordered
  }

  /// The way in which both differ.
  let kind: Kind
  /// The place of the recorded effect among those that do not agree; `nil` for a missing one.
  let recorded: Int?
  /// The place of the ordered effect among all of the event; `nil` where none belongs to it.
  let ordered: Int?
}

/// The recorded effects of one event beside those that the machine orders.
struct BatchComparison: Sendable {
  /// The differences in the order of the trace.
  private(set) var differences: [BatchDifference] = []
  /// The number of effects before the first one that differs.
  let agreed: Int
  /// The recorded effects behind those that the machine orders too.
  private(set) var pairs: [Pair] = []

  /// A recorded effect and the one that the machine orders for it, by their places.
  struct Pair: Sendable {
    var recorded: Int
    var ordered: Int
  }

  /// Compares what `batch` holds; effects may be missing where the trace is cut short behind it.
  init<Machine>(_ batch: EffectBatch<Machine>, cutShort: Bool) {
    agreed = batch.agreed
    let recorded = batch.differing
    let ordered = Array(batch.ordered.dropFirst(agreed))
    let found = EffectPairs(recorded: recorded.map { $0.effect.effect }, ordered: ordered)
    var missing = found.unpaired(of: ordered.count)[...]
    // The place among the ordered effects up to which the trace has been followed.
    var reached = 0
    for (index, partner) in found.partners.enumerated() {
      guard let partner else {
        add(.extra, index, nil)
        continue
      }
      while let place = missing.first, place < partner.place, partner.relation != .moved {
        missing.removeFirst()
        add(.missing, nil, place)
      }
      pairs.append(Pair(recorded: index, ordered: agreed + partner.place))
      switch partner.relation {
      case .same:
        if !batch.hasStamp(of: recorded[index]) { add(.misstamped, index, partner.place) }
      case .moved:
        let there = reached == partner.place ? partner.place + 1 : reached
        add(.reordered, index, min(there, ordered.count - 1))
      case .altered: add(.altered, index, partner.place)
      }
      if partner.relation != .moved { reached = partner.place + 1 }
    }
    if cutShort || batch.record == nil { return }
    for place in missing { add(.missing, nil, place) }
  }

  private mutating func add(_ kind: BatchDifference.Kind, _ recorded: Int?, _ place: Int?) {
    let ordered: Int? = if let place { agreed + place } else { nil }
    differences.append(BatchDifference(kind: kind, recorded: recorded, ordered: ordered))
  }
}
