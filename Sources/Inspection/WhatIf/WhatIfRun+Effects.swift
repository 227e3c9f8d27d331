import EventSourcing
import Simulation
import Traces

extension WhatIfRun {
  /// Compares the effects of one event with those it has with the changes.
  mutating func compare(
    _ old: [S.Machine.Effect], _ new: [S.Machine.Effect], by event: ErasedStamp
  ) {
    if old.isEmpty, new.isEmpty { return }
    let partners = partners(of: old, among: new)
    for (index, effect) in old.enumerated() {
      let partner = partners[index].map { new[$0] }
      if partner != effect { note(effect, partner, by: event) }
      guard effect.name.role == .request else { continue }
      links.add(
        RequestLink(
          orderer: event.party, name: effect.name,
          old: S.outcome(of: effect, by: event.party, in: base.state),
          new: partner.map { S.outcome(of: $0, by: event.party, in: changed.state) }))
    }
    for index in new.indices where !partners.contains(index) {
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

  /// The index of the new effect that each old one corresponds to: an equal one, one that differs
  /// in its request's number, or one of the same name.
  private func partners(of old: [S.Machine.Effect], among new: [S.Machine.Effect]) -> [Int?] {
    if old == new { return old.indices.map { $0 } }
    var partners = [Int?](repeating: nil, count: old.count)
    var free = Array(new.indices)
    func pair(where correspond: (S.Machine.Effect, S.Machine.Effect) -> Bool) {
      for index in old.indices where partners[index] == nil {
        guard let place = free.firstIndex(where: { correspond(old[index], new[$0]) }) else {
          continue
        }
        partners[index] = free.remove(at: place)
      }
    }
    pair { $0 == $1 }
    pair { $0.name == $1.name && $0.content == $1.content }
    pair { $0.name == $1.name }
    return partners
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

extension Vocabulary {
  /// The fields, except for a request's number.
  fileprivate var content: [Value.Field] {
    guard case .fields(let fields) = value else { return [] }
    return fields.filter { $0.name != "request" }
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
      let start = Instant(milliseconds: 0)
      return (try? event.event.setting("request", to: "\(number)", from: start)) ?? event.event
    case _: return event.event
    }
  }
}
