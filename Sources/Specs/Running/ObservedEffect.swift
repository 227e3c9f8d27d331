import EventSourcing

/// An effect in a run, from time zero on.
struct ObservedEffect: Equatable, Sendable {
  var seq: Int64
  var at: Instant
  var party: String
  var name: String
}

/// Reads the effects of all parties from a growing log, each once.
struct ObservedEffects {
  private let zero: Instant
  private var seen = 0

  init(from zero: Instant) { self.zero = zero }

  /// The effects since the last call.
  mutating func new<Event, Effect>(in log: EventLog<Event, Effect>) -> [ObservedEffect] {
    var found: [ObservedEffect] = []
    for record in log.records[seen...] {
      guard case .effect(let effect) = record, effect.at >= zero else { continue }
      found.append(
        ObservedEffect(
          seq: effect.seq, at: effect.at, party: effect.party, name: effect.effect.name.description)
      )
    }
    seen = log.records.count
    return found
  }
}
