import EventSourcing

extension Engagement {
  /// Lets received data wait for its propagation delay (ENG-3).
  static func postpone(
    _ update: PendingUpdate, _ state: inout EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    let awaited = state.pending.nextDue
    state.pending.add(update)
    if let due = state.pending.nextDue, due != awaited {
      effects.append(.awaitVisibility(due: due))
    }
  }

  /// Makes everything visible whose delay is over.
  static func process(
    _ now: Stamp, _ state: inout EngagementState, into effects: inout Effects<EngagementEffect>
  ) {
    while let update = state.pending.take(dueBy: now.at) {
      if let registration = update.registration {
        state.visible.apply(registration, at: update.opened, seq: now.seq)
        refuseUnknownAttributes(of: registration, &state, into: &effects)
      } else {
        state.visible.recordOpen(of: update.contact, at: update.opened)
      }
    }
    if let due = state.pending.nextDue { effects.append(.awaitVisibility(due: due)) }
  }

  /// An attribute that the account does not know is left out; no device hears of it (ENG-12).
  private static func refuseUnknownAttributes(
    of registration: ReceivedRegistration, _ state: inout EngagementState,
    into effects: inout Effects<EngagementEffect>
  ) {
    let install = state.install(named: registration.device)
    let unknown = registration.attributes.filter { state.attributes[$0] == nil }
    for key in unknown where !state.installs[install].refused.contains(key) {
      effects.append(.diagnose(code: .unknownAttribute, detail: key))
    }
    state.installs[install].refused = unknown
  }
}
