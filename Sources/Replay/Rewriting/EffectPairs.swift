import EventSourcing

/// Which recorded effects of one event correspond to which of those that the machine orders now.
package struct EffectPairs {
  /// For each recorded effect the index of the ordered one; `nil` where there is none.
  package private(set) var partners: [Int?]

  /// Pairs equal effects first, then those of one name, each in order.
  package init<Effect: Vocabulary>(recorded: [Effect], ordered: [Effect]) {
    partners = Array(repeating: nil, count: recorded.count)
    if recorded == ordered {
      partners = ordered.indices.map { $0 }
      return
    }
    var free = Array(ordered.indices)
    pair(recorded, ordered, &free) { $0 == $1 }
    pair(recorded, ordered, &free) { $0.name == $1.name }
  }

  private mutating func pair<Effect: Vocabulary>(
    _ recorded: [Effect], _ ordered: [Effect], _ free: inout [Int],
    where correspond: (Effect, Effect) -> Bool
  ) {
    for index in recorded.indices where partners[index] == nil {
      guard let place = free.firstIndex(where: { correspond(recorded[index], ordered[$0]) })
      else { continue }
      partners[index] = free.remove(at: place)
    }
  }
}
