import EventSourcing
import Simulation
import Traces

/// What of a drift has to stay while its trace is made smaller: the event and the effect by their
/// names, the fields that differ and both of their values.
///
/// Instants are compared by their distance from the event, counters not at all. The other fields of
/// the effect are what the machine orders in the smaller trace.
struct KeptDrift<S: System> {
  typealias Effect = S.Machine.Effect

  /// The event's place in the original trace.
  let event: Int
  /// The drift in a sentence.
  let summary: String
  private let kind: Kind
  private let at: Instant

  private enum Kind {
    /// The `number`th effect of a name has other values.
    case altered(Effect.Name, number: Int, [ValueChange])
    /// The machine orders an effect like this one.
    case missing(Effect)
    /// The trace has an effect that the machine does not order, because these gates hold it.
    case extra(Effect, gates: [String], count: Int, place: Int)
    /// The effects are recorded in another order, given by their places in the machine's.
    case reordered([Effect.Name], [Int])
  }

  /// Describes the first of the differences that the last event of `trace` has; `nil` for one that
  /// effects alone do not show, such as another cause.
  init?(
    _ found: BatchComparison, of batch: EffectBatch<S.Machine>, in trace: MinimizedTrace<S>
  ) {
    guard let difference = found.differences.first, let item = trace.events.last,
      let folded = trace.fold(trace.events, reattaching: false)
    else { return nil }
    let ordered = folded.engine.effects.ordered
    event = item.index
    at = item.at
    let other = difference.recorded.map { batch.differing[$0].effect }
    guard let effect = difference.ordered.map({ batch.ordered[$0] }) ?? other?.effect else {
      return nil
    }
    switch difference.kind {
    case .altered:
      guard let other = other?.effect else { return nil }
      let same = effect.request.map { other.renumbered($0) } ?? other
      let changes = ValueChange.changes(from: effect.value, to: same.value, at: item.at)
      let place = ordered.firstIndex(of: effect) ?? 0
      if changes.isEmpty { return nil }
      kind = .altered(
        effect.name, number: ordered[..<place].count { $0.name == effect.name }, changes)
    case .extra:
      let count = ordered.count { effect.isLike($0) }
      let before = found.pairs.count { $0.recorded < difference.recorded ?? 0 }
      kind = .extra(
        effect, gates: KeptDrift.gates(of: effect, item, folded.engine), count: count,
        place: found.agreed + before)
    case .reordered:
      let places = Array(0..<found.agreed) + found.pairs.map { $0.ordered }
      guard places.count == ordered.count else { return nil }
      kind = .reordered(ordered.map(\.name), places)
    case .missing: kind = .missing(effect)
    case .misstamped: return nil
    }
    let fields: String
    if case .altered(_, _, let changes) = kind {
      fields = ": " + changes.map(\.path).joined(separator: ", ")
    } else {
      fields = ""
    }
    let verb =
      switch kind {
      case .altered: "differs"
      case .missing: "is missing"
      case .extra: "is not ordered"
      case .reordered: "comes in another order"
      }
    summary = "\(effect.name) after \(item.event.name) \(verb)\(fields)"
  }

  /// What a trace would have recorded of the last of these items for the drift to be the same;
  /// `nil` where it is another one or none.
  func recorded(_ item: FoldedItem<S>, _ engine: Engine<S>) -> [Effect]? {
    guard item.index == event else { return nil }
    var effects = engine.effects.ordered
    switch kind {
    case .altered(let name, let number, let changes):
      guard
        let index = effects.indices.filter({ effects[$0].name == name }).dropFirst(number).first
      else { return nil }
      var value = effects[index].value
      for change in changes {
        guard let changed = change.applied(to: value, moved: item.at - at, at: item.at) else {
          return nil
        }
        value = changed
      }
      guard let changed = Effect(case: name, from: value), changed != effects[index] else {
        return nil
      }
      effects[index] = changed
    case .missing(let effect):
      guard let index = effects.firstIndex(where: { effect.isLike($0) }) else { return nil }
      effects.remove(at: index)
    case .extra(let effect, let gates, let count, let place):
      guard effects.count(where: { effect.isLike($0) }) == count,
        KeptDrift.gates(of: effect, item, engine) == gates,
        let moved = Effect(case: effect.name, from: effect.value.moved(by: item.at - at))
      else { return nil }
      effects.insert(moved, at: min(place, effects.count))
    case .reordered(let names, let order):
      guard effects.map(\.name) == names else { return nil }
      effects = order.map { effects[$0] }
    }
    return effects
  }

  /// Those of `repairs` with which the machine orders what a part of `trace` would have recorded,
  /// and the same as without them before.
  func holding(
    _ repairs: [StateRepair], in folded: FoldedItems<S>, of trace: MinimizedTrace<S>
  ) -> [StateRepair] {
    guard let item = folded.items.last, let last = folded.last,
      let recorded = recorded(item, folded.engine)
    else { return [] }
    return repairs.filter { repair in
      let ordered: [Effect]
      if repair.seq == nil {
        var engine = last.before
        guard engine.apply(repair, nil, moved: item.at - at) else { return false }
        engine.fold(last.record)
        ordered = engine.effects.ordered
      } else {
        guard let effects = trace.effects(of: folded.items, repaired: repair) else { return false }
        ordered = effects
      }
      return EffectPairs(recorded: recorded, ordered: ordered).areSame(for: ordered.count)
    }
  }

  private static func gates(
    of effect: Effect, _ item: FoldedItem<S>, _ engine: Engine<S>
  ) -> [String] {
    S.gates(of: effect.name, by: item.party, in: engine.state, at: item.at)?.map(\.name) ?? []
  }
}

extension Vocabulary {
  /// Whether `other` has the same name and the same choices among its fields, such as a reason, a
  /// timer or a code.
  fileprivate func isLike(_ other: Self) -> Bool {
    guard name == other.name, case .fields(let fields) = value,
      case .fields(let others) = other.value
    else { return false }
    return fields.allSatisfy { field in
      guard case .text = field.value, field.name != "detail" else { return true }
      return others.contains(field)
    }
  }
}
