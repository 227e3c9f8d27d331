import EventSourcing
import Simulation
import Traces

/// The events of a trace up to a finding, each with what it follows from, so that a part of them
/// can be folded anew.
struct MinimizedTrace<S: System> {
  typealias Event = S.Machine.Event
  typealias Effect = S.Machine.Effect

  let header: TraceHeader<S.Machine>
  let events: [FoldedItem<S>]
  /// Whether something follows from the event at this index.
  let hasAnswers: [Bool]
  /// The places of what a network delivered.
  private let deliveries: [Int]
  /// Whether every timer fires when it is due, unless its process has ended. Then a smaller trace
  /// in which one does not could not have been recorded.
  private(set) var isTimely = false

  init(header: TraceHeader<S.Machine>, events: [FoldedItem<S>], hasAnswers: [Bool]) {
    self.header = header
    self.events = events
    self.hasAnswers = hasAnswers
    deliveries = events.indices.filter { events[$0].delay != nil }
    isTimely = true
    isTimely = fold(events, reattaching: false) != nil
  }

  /// Folds `items`: an event whose effect is not ordered any more is left out, and what follows
  /// from an effect is what that effect leads to now.
  ///
  /// With `reattaching` an event without its effect follows from the last one like it. With
  /// `repair` one field of the state is another one after its event. `visit` sees every event with
  /// the effects that it orders. `nil` for what could not have been recorded:
  /// times fall, a timer does not fire, or something is not delivered.
  func fold(
    _ items: [FoldedItem<S>], reattaching: Bool, repair: StateRepair? = nil,
    _ visit: ((FoldedItem<S>, RecordedEvent<Event>, Engine<S>) -> Void)? = nil
  ) -> FoldedItems<S>? {
    var engine = Engine<S>(header)
    var last: (before: Engine<S>, record: RecordedEvent<Event>)?
    var kept: [FoldedItem<S>] = []
    kept.reserveCapacity(items.count)
    var orders: [Int: Ordered] = [:]
    var answered: Set<Int64> = []
    var seq: Int64 = 0
    var requests = LastRequests()
    var input: (seq: Int64, at: Instant)?
    for var item in items {
      var cause: Int64?
      if let origin = item.origin {
        cause = orders[origin.event].flatMap { item.following($0) }
        if cause == nil, reattaching {
          let before = kept.reversed().lazy.compactMap { orders[$0.index] }
          cause = before.lazy.compactMap { item.following($0, unless: answered) }.first
        }
        guard let cause else { continue }
        answered.insert(cause)
        // At one instant what comes of something is there before the next input.
        if isTimely, let input, input.at == item.at, cause < input.seq { return nil }
      }
      if let last = kept.last, item.at < last.at { return nil }
      if isTimely, engine.hasTimer(dueBefore: item) { return nil }
      seq += 1
      let record = RecordedEvent(
        seq: seq, at: item.at, party: item.party, cause: cause, event: item.event)
      if item.origin == nil { input = (seq, item.at) }
      item.lastRequest = requests[item.party]
      if item.index == events.count - 1 { last = (engine, record) }
      if let repair, repair.seq == item.seq {
        let before = repair.isUnchanged ? engine.hiddenState : nil
        engine.fold(record)
        let moved = item.at - events[item.index].at
        guard let state = repair.applied(to: engine.hiddenState, before, moved: moved),
          engine.assume(state)
        else { return nil }
      } else {
        engine.fold(record)
      }
      if reattaching || hasAnswers[item.index] { orders[item.index] = Ordered(record, engine) }
      seq += Int64(engine.effects.ordered.count)
      requests.count(of: item.party, in: engine)
      visit?(item, record, engine)
      kept.append(item)
    }
    if isTimely, !delivers(kept, orders, answered) { return nil }
    return FoldedItems(items: kept, records: Int(seq), engine: engine, last: last)
  }

  /// The effects of the last of some events with one field of the state changed after another one;
  /// `nil` where that event is not among them, or the change shows before the last.
  func effects(of items: [FoldedItem<S>], repaired repair: StateRepair) -> [Effect]? {
    func ordered(_ repair: StateRepair?) -> [[Effect]]? {
      var effects: [[Effect]] = []
      let folded = fold(items, reattaching: true, repair: repair) {
        effects.append($2.effects.ordered)
      }
      return folded?.items.count == items.count ? effects : nil
    }
    guard items.contains(where: { $0.seq == repair.seq }), let repaired = ordered(repair),
      let plain = ordered(nil), repaired.dropLast() == plain.dropLast()
    else { return nil }
    return repaired.last
  }

  /// Whether all that effects lead to by themselves comes, as far as it came in the whole trace.
  private func delivers(
    _ kept: [FoldedItem<S>], _ orders: [Int: Ordered], _ answered: Set<Int64>
  ) -> Bool {
    guard !deliveries.isEmpty, let end = kept.last?.index else { return true }
    return deliveries.allSatisfy { place in
      var item = events[place]
      guard place < end, let origin = item.origin, let order = orders[origin.event],
        let cause = item.following(order)
      else { return true }
      return answered.contains(cause)
    }
  }

  /// The effects of an event, with the outcomes from which other events follow.
  struct Ordered {
    let seq: Int64
    let at: Instant
    let party: String
    let effects: [Effect]
    let outcomes: [Outcome<Event>]

    init(_ record: RecordedEvent<Event>, _ engine: Engine<S>) {
      seq = record.seq
      at = record.at
      party = record.party
      effects = engine.effects.ordered
      outcomes = effects.map { S.outcome(of: $0, by: record.party, in: engine.state) }
    }
  }
}

extension Array where Element: Vocabulary {
  /// The index of the effect that is the `number`th of its name.
  func index(of name: Element.Name, _ number: Int) -> Int? {
    indices.filter { self[$0].name == name }.dropFirst(number).first
  }
}

/// A part of a trace, folded.
struct FoldedItems<S: System> {
  let items: [FoldedItem<S>]
  /// The number of events and of effects that they order.
  let records: Int
  let engine: Engine<S>
  /// The event of the finding, and the state that it finds; `nil` where it was left out.
  let last: (before: Engine<S>, record: RecordedEvent<S.Machine.Event>)?

  /// Whether an event before the last one orders an effect.
  var hasEarlierEffects: Bool { records > items.count + engine.effects.ordered.count }

  /// Whether the event of the finding is decided as in the whole trace.
  func isDecided(like cause: DriftCause) -> Bool {
    guard let last else { return false }
    let starts = items.count { item in
      item.party == last.record.party && item.event.name.role == .processStart
    }
    return cause.isAlike(ErasedRecord(last.record), last.before.hiddenState, starts > 1)
  }
}

extension Engine {
  /// Whether a timer fires before an event can happen; at one instant, before what comes from
  /// outside.
  fileprivate func hasTimer(dueBefore item: FoldedItem<S>) -> Bool {
    parties.contains { party in
      party.timers.contains { $0.due < item.at || (item.origin == nil && $0.due == item.at) }
    }
  }
}

/// One event that is folded, and what it follows from.
struct FoldedItem<S: System>: MinimizedItem {
  typealias Event = S.Machine.Event

  /// Its place among the events of the original trace.
  let index: Int
  /// Its number there.
  let seq: Int64
  var at: Instant
  let party: String
  var event: Event
  let origin: Origin?
  /// The time that a network took for it; `nil` where none delivered it.
  var delay: TimeSpan?
  /// The number of its party's last request before it, as it was folded.
  @Incidental var lastRequest: Int64 = 0

  /// The event, or the effect of one, from which an event follows.
  struct Origin: Equatable {
    /// The place of the event that ordered it, or from which it follows at once.
    let event: Int
    /// The effect; `nil` where it follows from the event itself.
    var effect: Effect?

    /// The effect from which an event follows.
    struct Effect: Equatable {
      let name: S.Machine.Effect.Name
      /// The party that ordered it.
      let party: String
      /// Its place among the event's effects of this name.
      let number: Int
      /// Whether the event is the arrival or the message to which the effect leads by itself.
      var isDelivered = false
      /// Whether it is that of a timer which the effect sets, and whether it came when it was due.
      var isFired = false
      var isOnTime = false
    }
  }

  func simpler(_ version: Int) -> FoldedItem? {
    guard let event = event.simpler(version) else { return nil }
    var item = self
    if S.validationError(in: event) == nil { item.event = event }
    return item
  }

  /// Makes the event what its origin leads to now, and gives the number of that record; `nil`
  /// where the origin is not ordered any more.
  mutating func following(_ order: MinimizedTrace<S>.Ordered) -> Int64? {
    guard let effect = origin?.effect else { return order.seq }
    guard let index = order.effects.index(of: effect.name, effect.number) else { return nil }
    return follow(effect, order, index)
  }

  /// Makes the event what an effect like its origin leads to, one that none of `answered` is.
  mutating func following(
    _ order: MinimizedTrace<S>.Ordered, unless answered: Set<Int64>
  ) -> Int64? {
    guard let effect = origin?.effect, order.party == effect.party else { return nil }
    for index in order.effects.indices where order.effects[index].name == effect.name {
      if answered.contains(order.seq + Int64(index) + 1) { continue }
      // A timer of another name is another timer.
      if case .wake(_, _, let event) = order.outcomes[index], event != self.event { continue }
      return follow(effect, order, index)
    }
    return nil
  }

  private mutating func follow(
    _ effect: Origin.Effect, _ order: MinimizedTrace<S>.Ordered, _ index: Int
  ) -> Int64? {
    let outcome = order.outcomes[index]
    let isDerived = effect.isDelivered || effect.isFired
    guard let next = outcome.event(after: event, isDerived: isDerived) else { return nil }
    event = next
    if let delay { at = order.at + delay }
    if case .wake(_, let due, _) = outcome, effect.isOnTime { at = due }
    return order.seq + Int64(index) + 1
  }
}
