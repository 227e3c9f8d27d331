import EventSourcing
import Replay
import Simulation
import Traces

extension WhatIfRun {
  /// Compares the effects of one event with those it has with the changes.
  mutating func compare(
    _ old: [S.Machine.Effect], _ new: [S.Machine.Effect], _ pairs: EffectPairs,
    by event: ErasedStamp
  ) {
    for (index, effect) in old.enumerated() {
      let partner = pairs.partners[index].map { new[$0.place] }
      if partner != effect { note(effect, partner, by: event) }
      guard effect.name.role == .request else { continue }
      links.add(
        RequestLink(
          orderer: event.party, name: effect.name,
          old: S.outcome(of: effect, by: event.party, in: walk.fold.engine.state),
          new: partner.map { S.outcome(of: $0, by: event.party, in: changed.state) }))
    }
    for index in pairs.unpaired(of: new.count) {
      outcome.add(.init(new: event.record(new[index]), role: new[index].name.role))
      if new[index].name.role == .request {
        perform(new[index], by: event, as: recorder?.number(ofEffect: index))
      }
    }
  }

  private mutating func note(
    _ old: S.Machine.Effect, _ new: S.Machine.Effect?, by event: ErasedStamp
  ) {
    var change = WhatIfOutcome.EffectChange(old: event.record(old), role: old.name.role)
    if let new {
      let record = event.record(new)
      change.differences = change.old?.differences(from: record) ?? []
      // A different request number alone is no difference.
      if change.differences.isEmpty { return }
      change.new = record
    }
    outcome.add(change)
  }

  /// Delivers a request or message that the trace does not have; `seq` is its number in the changed
  /// trace.
  private mutating func perform(
    _ effect: S.Machine.Effect, by event: ErasedStamp, as seq: Int64?
  ) {
    let follows = S.outcome(of: effect, by: event.party, in: changed.state)
    if links.reuse(effect.name, of: event.party, as: follows, sentBy: seq) { return }
    switch follows {
    case .request(let request):
      if let arrival = request.arrival, changed.place(of: request.recipient) != nil {
        followUps.append((request.recipient, arrival, seq))
      } else if let number = request.id, let kind = request.kind,
        let answer = S.answered(number, with: S.defaultReply(to: kind, number: number))
      {
        outcome.assumeSuccess(of: event.record(effect))
        followUps.append((event.party, answer, seq))
      }
    case .message(let message): followUps.append((message.recipient, message.event, seq))
    case .internal, .external, .wake, .cancel: break
    }
  }
}

extension Outcome {
  /// What happens in place of a recorded event, now that this follows in place of `old`.
  func event(
    in old: Outcome, delivering event: RecordedEvent<Event>, recorded: RecordedEvent<Event>
  ) -> Event {
    let isUnchanged = event.event == recorded.event
    switch (old, self) {
    case (.message, .message(let new)): return isUnchanged ? new.event : event.event
    case (.request(let order), .request(let new)):
      if order.recipient == event.party, order.arrival == recorded.event {
        return isUnchanged ? new.arrival ?? event.event : event.event
      }
      guard order.id != new.id, let number = new.id else { return event.event }
      return event.event.renumbered(number)
    case _: return event.event
    }
  }
}
