import EventSourcing

extension EngagementState {
  /// Lets received data wait for its propagation delay (ENG-3).
  mutating func postpone(_ update: PendingUpdate, into effects: inout Effects<EngagementEffect>) {
    let awaited = pending.nextDue
    pending.add(update)
    if let due = pending.nextDue, due != awaited {
      effects.append(.awaitVisibility(due: due))
    }
  }

  /// Makes everything visible whose delay is over.
  mutating func process(_ now: Stamp, into effects: inout Effects<EngagementEffect>) {
    while let update = pending.take(dueBy: now.at) {
      if let registration = update.registration {
        visible.apply(registration, at: update.opened, seq: now.seq)
        refuseUnknownAttributes(of: registration, into: &effects)
      } else {
        visible.recordOpen(of: update.contact, at: update.opened)
      }
    }
    if let due = pending.nextDue { effects.append(.awaitVisibility(due: due)) }
  }

  /// An attribute that the account does not know is left out; no device hears of it (ENG-12).
  private mutating func refuseUnknownAttributes(
    of registration: ReceivedRegistration, into effects: inout Effects<EngagementEffect>
  ) {
    let install = install(named: registration.device)
    let unknown = registration.attributes.filter { attributes[$0] == nil }
    for key in unknown where !installs[install].refused.contains(key) {
      effects.diagnose(.unknownAttribute, key)
    }
    installs[install].refused = unknown
  }
}
