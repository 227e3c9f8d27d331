import EventSourcing
import Replay
import Simulation
import Traces

extension WhatIfRun {
  mutating func compare(
    _ old: [S.Machine.Effect], _ new: [S.Machine.Effect], _ pairs: EffectPairs, by event: Event,
    line: Int?
  ) {
    func record(_ effect: S.Machine.Effect) -> ErasedRecord {
      ErasedRecord(effect, of: event, line: line)
    }
    for (index, effect) in old.enumerated() {
      let partner = pairs.partners[index].map { new[$0.place] }
      // An effect stands behind its event, whose number may be the last there is.
      let seq = event.seq &+ Int64(index) &+ 1
      if partner != effect {
        var shown = record(effect)
        shown.seq = seq
        shown.line? += index + 1
        note(shown, partner.map(record), effect.name.role)
      }
      guard effect.name.role == .request else { continue }
      links.add(
        RequestLink(
          orderer: event.party, name: effect.name,
          seq: line == nil ? nil : seq,
          old: S.outcome(of: effect, by: event.party, in: walk.fold.engine.state),
          new: partner.map { S.outcome(of: $0, by: event.party, in: changed.state) }))
    }
    for index in pairs.unpaired(of: new.count) {
      let (effect, shown) = (new[index], record(new[index]))
      outcome.add(.init(new: shown, role: effect.name.role))
      if effect.name.role == .request {
        perform(effect, shown, as: recorder?.number(ofEffect: index))
      }
    }
  }

  private mutating func note(_ old: ErasedRecord, _ new: ErasedRecord?, _ role: EffectRole) {
    let differences = new.map { old.differences(from: $0) } ?? []
    // A different request number alone is no difference.
    if new != nil, differences.isEmpty { return }
    outcome.add(.init(old: old, new: new, role: role, differences: differences))
  }

  /// Delivers a request or message that the trace does not have; `seq` is its number in the changed
  /// trace.
  private mutating func perform(
    _ effect: S.Machine.Effect, _ record: ErasedRecord, as seq: Int64?
  ) {
    let follows = S.outcome(of: effect, by: record.party, in: changed.state)
    if links.reuse(effect.name, of: record.party, as: follows, sentBy: seq) { return }
    switch follows {
    case .request(let request):
      if let arrival = request.arrival, changed.place(of: request.recipient) != nil {
        followUps.append((request.recipient, arrival, seq))
      } else if let number = request.id, let kind = request.kind,
        let answer = S.answered(number, with: S.defaultReply(to: kind, number: number))
      {
        outcome.assumed.append(record)
        followUps.append((record.party, answer, seq))
      }
    case .message(let message): followUps.append((message.recipient, message.event, seq))
    case .internal, .external, .wake, .cancel: break
    }
  }
}

extension Outcome {
  /// Returns the event that happens in place of a recorded one, now that this outcome follows in
  /// place of `old`.
  func event(
    in old: Outcome, delivering event: RecordedEvent<Event>, recorded: RecordedEvent<Event>
  ) -> Event {
    if self == old { return event.event }
    let isDerived =
      if case .request(let order) = old {
        order.recipient == event.party && order.arrival == recorded.event
      } else {
        true
      }
    // What a change has set stays, but for the number of a request.
    if isDerived, event.event != recorded.event { return event.event }
    return self.event(after: event.event, isDerived: isDerived) ?? event.event
  }
}

/// An effect of the original trace beside its counterpart with the changes, while something may
/// follow from it.
struct RequestLink<S: System> {
  typealias Effect = S.Machine.Effect

  let orderer: String
  let name: Effect.Name
  /// The number that the effect has in a trace without drift; `nil` if only the changes order it.
  let seq: Int64?
  /// The outcome in the original trace.
  let old: Outcome<S.Machine.Event>
  /// The outcome with the changes; `nil` if it no longer exists.
  var new: Outcome<S.Machine.Event>?
  /// The number of the record that sends it in the changed trace, if it is sent at another time.
  var sentBy: Int64?
}

/// The open links, oldest first.
struct RequestLinks<S: System> {
  private var links: [RequestLink<S>] = []

  /// The number of later effects after which an unanswered one is forgotten.
  private static var limit: Int { 1_024 }

  mutating func add(_ link: RequestLink<S>) {
    if links.count == RequestLinks.limit { links.removeFirst() }
    links.append(link)
  }

  /// Lets a request that does not exist any more come at another time: what was recorded for it
  /// follows then. False where there is none of this party and name. `seq` is its number in the
  /// changed trace.
  mutating func reuse(
    _ name: S.Machine.Effect.Name, of party: String, as outcome: Outcome<S.Machine.Event>,
    sentBy seq: Int64?
  ) -> Bool {
    let gone = links.firstIndex { $0.new == nil && $0.name == name && $0.orderer == party }
    guard let gone else { return false }
    links[gone].new = outcome
    links[gone].sentBy = seq
    return true
  }

  /// The link from which `event` follows in the original trace; closed if nothing more can follow.
  mutating func link(to event: RecordedEvent<S.Machine.Event>) -> RequestLink<S>? {
    let request = event.event.request
    func leads(_ link: RequestLink<S>) -> Bool {
      link.old.leads(to: event, by: link.orderer, request: request)
    }
    // Two messages can be equal, of which one is lost.
    var place = event.cause.flatMap { cause in
      links.firstIndex { $0.seq == cause && leads($0) }
    }
    if event.event.name.role == .inside { place = place ?? links.firstIndex(where: leads) }
    guard let index = place else { return nil }
    let link = links[index]
    switch link.old {
    case .request(let order):
      // What arrived at a backend is answered or fails later.
      let isArrival = order.recipient == event.party && order.arrival == event.event
      if !isArrival || link.new == nil { links.remove(at: index) }
    case .message(let message):
      links.remove(at: index)
      if let answered = message.answers { close(answered, of: message.recipient) }
    case .internal, .external, .wake, .cancel: links.remove(at: index)
    }
    return link
  }

  /// A request whose answer a backend hands over.
  private mutating func close(_ number: Int64, of party: String) {
    links.removeAll { link in
      guard link.orderer == party, case .request(let order) = link.old else { return false }
      return order.id == number
    }
  }
}

/// The timers that only the changes set or moved; the trace does not say when they fire.
struct OwnTimers<S: System> {
  private var timers: [Entry] = []
  /// The timers that never fire: the changes skip their events.
  private var lost: [Entry] = []

  struct Entry: Equatable {
    let party: String
    let due: Instant
    let event: S.Machine.Event
  }

  mutating func update(_ party: String, _ base: Engine<S>, _ changed: Engine<S>) {
    if !timers.isEmpty { timers.removeAll { $0.party == party } }
    let recorded = base.process(of: party)?.timers ?? []
    for timer in changed.process(of: party)?.timers ?? [] {
      let isShared = recorded.contains { $0.event == timer.event && $0.due == timer.due }
      let entry = Entry(party: party, due: timer.due, event: timer.event)
      if !isShared, !lost.contains(entry) { timers.append(entry) }
    }
  }

  mutating func lose(_ timer: ArmedTimer<S.Machine.Event>, of party: String) {
    lost.append(Entry(party: party, due: timer.due, event: timer.event))
  }

  /// The one that fires first, if that is at or before `instant`.
  func first(upTo instant: Instant) -> Entry? {
    let next = timers.indices.min { timers[$0].due < timers[$1].due }
    return next.flatMap { timers[$0].due <= instant ? timers[$0] : nil }
  }
}
