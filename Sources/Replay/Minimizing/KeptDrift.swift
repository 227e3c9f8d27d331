import EventSourcing
import Simulation

/// The parts of a drift that have to stay while its trace is made smaller: the event and the effect
/// by their names, the fields that differ and both of their values.
///
/// Instants are compared by their distance from the event, counters by how much they differ where
/// nothing else does. The other fields of the effect are what the machine orders in the smaller
/// trace.
struct KeptDrift<S: System> {
  typealias Effect = S.Machine.Effect

  /// The event's place in the original trace.
  let event: Int
  /// The drift in a sentence.
  let summary: String
  /// The differences in the order in which they are made: of one decision all of them.
  private let kinds: [Kind]
  private let at: Instant
  /// The origin of the content that the trace has beside the machine's effects.
  private let content: KeptContent
  /// The numbers of the requests that are recorded, from the one before the event on.
  private let requests: [Int64]

  private enum Kind {
    /// The `number`th effect of a name has other values.
    case altered(Effect.Name, number: Int, [ValueChange])
    /// The machine orders an effect like this one.
    case missing(Effect)
    /// The trace has an effect that the machine does not order, because these gates hold it.
    case extra(Effect, gates: [String], count: Int, place: Int)
    /// The effects are recorded in another order, given by their places in the machine's.
    case reordered([Effect.Name], [Int])

    /// The turn in which it is made: the places of extra effects count all that are recorded.
    var turn: Int {
      switch self {
      case .altered, .reordered: 0
      case .missing: 1
      case .extra: 2
      }
    }

    var text: String {
      switch self {
      case .altered(_, _, let changes):
        "differs: " + changes.map(\.path).joined(separator: ", ")
      case .missing: "is missing"
      case .extra: "is not ordered"
      case .reordered: "comes in another order"
      }
    }
  }

  /// Describes the differences that the last event of `trace` has; `nil` where effects alone do not
  /// show the first of them, such as another cause.
  init?(
    _ found: BatchComparison, of batch: EffectBatch<S.Machine>, in trace: MinimizedTrace<S>
  ) {
    guard let first = found.differences.first, let item = trace.events.last,
      let folded = trace.fold(trace.events, reattaching: false)
    else { return nil }
    func difference(_ difference: BatchDifference) -> (effect: Effect, kind: Kind)? {
      KeptDrift.difference(difference, in: found, of: batch, item, folded.engine)
    }
    guard let shown = difference(first) else { return nil }
    event = item.index
    at = item.at
    // Another order is one difference of all the effects.
    let isAlone = found.differences.contains { $0.kind == .reordered }
    let others = isAlone ? [] : found.differences.dropFirst().compactMap { difference($0)?.kind }
    kinds = ([shown.kind] + others).sorted { $0.turn < $1.turn }
    let values = kinds.flatMap { kind -> [Value] in
      switch kind {
      case .extra(let effect, _, _, _): [effect.value]
      case .altered(_, _, let changes): changes.flatMap(\.recorded)
      case .missing, .reordered: []
      }
    }
    content = KeptContent(
      of: values, at: item.at, state: values.isEmpty ? nil : folded.engine.hiddenState,
      events: trace.events.map { ($0.event.name.description, $0.event.value) })
    let recorded = batch.ordered.prefix(found.agreed) + batch.differing.map(\.effect.effect)
    requests = folded.engine.requests(recorded, by: item.party)
      .map { $0 - (folded.items.last?.lastRequest ?? 0) }
    summary = "\(shown.effect.name) after \(item.event.name) \(shown.kind.text)"
  }

  private static func difference(
    _ difference: BatchDifference, in found: BatchComparison, of batch: EffectBatch<S.Machine>,
    _ item: FoldedItem<S>, _ engine: Engine<S>
  ) -> (effect: Effect, kind: Kind)? {
    let ordered = engine.effects.ordered
    let other = difference.recorded.map { batch.differing[$0].effect.effect }
    guard let effect = difference.ordered.map({ batch.ordered[$0] }) ?? other else { return nil }
    switch difference.kind {
    case .altered:
      guard let other else { return nil }
      let same = effect.request.map { other.renumbered($0) } ?? other
      let changes = ValueChange.changes(from: effect.value, to: same.value, at: item.at)
      let place = ordered.firstIndex(of: effect) ?? 0
      if changes.isEmpty { return nil }
      let number = ordered[..<place].count { $0.name == effect.name }
      return (effect, .altered(effect.name, number: number, changes))
    case .extra:
      let count = ordered.count { effect.isLike($0) }
      return (
        effect,
        .extra(
          effect, gates: gates(of: effect, item, engine), count: count,
          place: found.agreed + (difference.recorded ?? 0))
      )
    case .reordered:
      let places = Array(0..<found.agreed) + found.pairs.map { $0.ordered }
      guard places.count == ordered.count else { return nil }
      return (effect, .reordered(ordered.map(\.name), places))
    case .missing: return (effect, .missing(effect))
    case .misstamped: return nil
    }
  }

  /// Returns the effects that a trace would have recorded of the last of these items for the drift
  /// to be the same; `nil` where it is another one or none.
  func recorded(_ item: FoldedItem<S>, _ engine: Engine<S>) -> [Effect]? {
    guard item.index == event else { return nil }
    var effects = engine.effects.ordered
    let moved = content.moved(to: item.at) { engine.hiddenState }
    for kind in kinds {
      guard make(kind, in: &effects, of: item, engine, moved) else { return nil }
    }
    guard content.isKnown(to: { engine.hiddenState }, at: item.at) else { return nil }
    // Where a request is missing or too many, those behind it have other numbers.
    return engine.renumbered(effects, by: item.party, requests.map { $0 + item.lastRequest })
  }

  /// Whether what some items have recorded at their end can come from them.
  func isBrought(by items: [FoldedItem<S>]) -> Bool {
    content.isBrought(by: items.lazy.map { ($0.event.name.description, $0.event.value) })
  }

  /// Whether a trace of some items records an effect: without any, nothing is compared.
  func isCompared(in folded: FoldedItems<S>) -> Bool {
    folded.hasEarlierEffects
      || folded.items.last.flatMap { recorded($0, folded.engine) }?.isEmpty == false
  }

  /// Makes what is ordered what is recorded, as far as one difference goes; `false` where the event
  /// does not differ so.
  private func make(
    _ kind: Kind, in effects: inout [Effect], of item: FoldedItem<S>, _ engine: Engine<S>,
    _ content: MovedContent
  ) -> Bool {
    switch kind {
    case .altered(let name, let number, let changes):
      guard let index = effects.index(of: name, number) else { return false }
      var value = effects[index].value
      for change in changes {
        guard let changed = change.applied(to: value, at: item.at, content) else { return false }
        value = changed
      }
      guard let changed = Effect(case: name, from: value), changed != effects[index] else {
        return false
      }
      effects[index] = changed
    case .missing(let effect):
      guard let index = effects.firstIndex(where: { effect.isLike($0) }) else { return false }
      effects.remove(at: index)
    case .extra(let effect, let gates, let count, let place):
      guard engine.effects.ordered.count(where: { effect.isLike($0) }) == count,
        KeptDrift.gates(of: effect, item, engine) == gates,
        let value = content.moved(effect.value),
        let moved = Effect(case: effect.name, from: value)
      else { return false }
      effects.insert(moved, at: min(place, effects.count))
    case .reordered(let names, let order):
      guard effects.map(\.name) == names else { return false }
      effects = order.map { effects[$0] }
    }
    return true
  }

  /// Chooses those of `repairs` with which the machine orders what a part of `trace` would have
  /// recorded, and the same as without them before.
  func holding(
    _ repairs: [StateRepair], in folded: FoldedItems<S>, of trace: MinimizedTrace<S>
  ) -> [StateRepair] {
    guard let item = folded.items.last, let last = folded.last,
      let recorded = recorded(item, folded.engine)
    else { return [] }
    let hidden = repairs.contains { $0.seq == nil } ? last.before.hiddenState : nil
    return repairs.filter { repair in
      let ordered: [Effect]
      if repair.seq == nil {
        var engine = last.before
        guard let state = repair.applied(to: hidden, moved: item.at - at), engine.assume(state)
        else { return false }
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
