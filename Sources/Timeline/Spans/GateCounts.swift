import EventSourcing

/// The number of effects that a gate holds back, from an instant on.
struct GateCount: Equatable {
  var party: Int
  var gate: String
  var at: Instant
  var held: Int
}

extension GateBars {
  /// The counts of every gate of every party, as they change until `end`.
  func counts(until end: Instant) -> [GateCount] {
    var changes: [GateCount] = []
    for bar in finished() {
      var change = GateCount(
        party: bar.party, gate: bar.gate, at: bar.from, held: bar.effects.count)
      changes.append(change)
      guard let to = bar.to, to <= end else { continue }
      change.at = max(bar.from, to)
      change.held = -change.held
      changes.append(change)
    }
    changes.sort { ($0.party, $0.gate, $0.at) < ($1.party, $1.gate, $1.at) }
    var counts: [GateCount] = []
    for change in changes {
      var count = change
      if let last = counts.last, last.party == change.party, last.gate == change.gate {
        count.held += last.held
        if last.at == change.at { counts.removeLast() }
      }
      counts.append(count)
    }
    return counts
  }
}
