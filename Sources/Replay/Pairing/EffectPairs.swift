import EventSourcing

/// The pairs of recorded effects of one event and effects that the machine orders there.
///
/// Effects correspond by their content and then by their names. The numbers of requests are mapped
/// and never compared: where one recorded effect is too many, all later requests have other
/// numbers.
package struct EffectPairs {
  /// The relation of a recorded effect to its partner.
  package enum Relation: Sendable {
    /// Both say the same and stand in the same order among the others.
    case same
    /// Both say the same, and one of the effects around them stands on the other side.
    case moved
    /// They have the same name and other content.
    case altered
  }

  package struct Partner: Sendable {
    /// Its place among the ordered effects.
    package var place: Int
    package var relation: Relation
  }

  /// The partner of each recorded effect; `nil` where there is none.
  package private(set) var partners: [Partner?]

  package init<Effect: Vocabulary>(recorded: [Effect], ordered: [Effect]) {
    if recorded == ordered {
      partners = ordered.indices.map { Partner(place: $0, relation: .same) }
      return
    }
    partners = Array(repeating: nil, count: recorded.count)
    pairLongestCommonPart(recorded, ordered)
    pair(recorded, ordered, as: .moved) { $0.isSame(as: $1) }
    pair(recorded, ordered, as: .altered) { $0.name == $1.name }
  }

  /// Pairs the recorded effects for which `isOwn` is true before the others, which lie between them
  /// and may belong to another event.
  init<Effect: Vocabulary>(_ recorded: [Effect], _ ordered: [Effect], isOwn: (Int) -> Bool) {
    let own = recorded.indices.filter(isOwn)
    self.init(recorded: own.count == recorded.count ? recorded : [], ordered: ordered)
    if own.count == recorded.count { return }
    partners = Array(repeating: nil, count: recorded.count)
    for part in [own, recorded.indices.filter { !isOwn($0) }] {
      let free = unpaired(of: ordered.count)
      let found = EffectPairs(
        recorded: part.map { recorded[$0] }, ordered: free.map { ordered[$0] })
      for (place, partner) in zip(part, found.partners) {
        partners[place] = partner.map { Partner(place: free[$0.place], relation: $0.relation) }
      }
    }
  }

  package func unpaired(of ordered: Int) -> [Int] {
    var isPaired = Array(repeating: false, count: ordered)
    for partner in partners { if let partner { isPaired[partner.place] = true } }
    return (0..<ordered).filter { !isPaired[$0] }
  }

  /// Whether all effects of both sides say the same in the same order, of `ordered` as many.
  func areSame(for ordered: Int) -> Bool {
    partners.count == ordered && partners.allSatisfy { $0?.relation == .same }
  }

  /// Pairs the first free effects that correspond, in the order of the recorded ones.
  private mutating func pair<Effect: Vocabulary>(
    _ recorded: [Effect], _ ordered: [Effect], as relation: Relation,
    where correspond: (Effect, Effect) -> Bool
  ) {
    var free = unpaired(of: ordered.count)
    for index in recorded.indices where partners[index] == nil && !free.isEmpty {
      guard let found = free.firstIndex(where: { correspond(recorded[index], ordered[$0]) })
      else { continue }
      partners[index] = Partner(place: free.remove(at: found), relation: relation)
    }
  }

  /// Pairs as many effects with the same content as stand in the same order on both sides.
  private mutating func pairLongestCommonPart<Effect: Vocabulary>(
    _ recorded: [Effect], _ ordered: [Effect]
  ) {
    var (a, b) = (recorded.indices, ordered.indices)
    while let i = a.first, let j = b.first, recorded[i].isSame(as: ordered[j]) {
      partners[i] = Partner(place: j, relation: .same)
      (a, b) = (a.dropFirst(), b.dropFirst())
    }
    while let i = a.last, let j = b.last, recorded[i].isSame(as: ordered[j]) {
      partners[i] = Partner(place: j, relation: .same)
      (a, b) = (a.dropLast(), b.dropLast())
    }
    let pairs = heaviestPairs(of: a, with: b) { recorded[$0].isSame(as: ordered[$1]) ? 1 : 0 }
    for (i, j) in pairs { partners[i] = Partner(place: j, relation: .same) }
  }
}
