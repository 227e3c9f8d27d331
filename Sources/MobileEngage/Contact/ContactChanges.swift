import EventSourcing
import Platform

// The consequences of a change of the contact for the other features.

extension MobileEngageState {
  mutating func setContact(
    _ fieldID: Int64?, _ value: Personal?, at now: Instant,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard let value, !trimmed(value.text).isEmpty else {
      return effects.diagnose(.contactBlank)
    }
    let identity = ContactIdentity(
      fieldID: fieldID ?? settings.config.contactFieldID ?? 0, value: value)
    switch contact.set(identity, settings, queue: &queue) {
    case .skipped: effects.diagnose(.contactUnchanged)
    case .linkedAgain: break
    case .linked:
      if settings.follows(.sessionFollowsCall), !settings.has(.sessionGoesOn) {
        events.endSession(at: now, queue: &queue)
        startSession(at: now)
      }
    }
  }

  mutating func clearContact(at now: Instant, _ effects: inout Effects<MobileEngageEffect>) {
    guard !contact.isAnonymous(settings) else { return effects.diagnose(.contactAnonymous) }
    if settings.follows(.logoutAfterSessionEnd), contact.tokens != nil,
      events.endSession(at: now, queue: &queue), let end = queue.calls.last,
      !settings.has(.sessionEndAfterLogout)
    {
      logout.wait(for: end)
    } else {
      signOut()
    }
  }

  /// Goes on with a logout once the end of the session has left the queue, or cannot leave it.
  mutating func continueLogout(at now: Instant, _ effects: inout Effects<MobileEngageEffect>) {
    guard let awaited = logout.waitsFor,
      contact.tokens == nil || !queue.calls.contains(where: { $0.number == awaited })
    else { return }
    logout.proceed()
    signOut()
    // Without an anonymous contact there is no session to wait for either.
    if !settings.hasAnonymousContacts { runDeferredCalls(at: now, &effects) }
  }

  private mutating func signOut() {
    if settings.has(.eventLostAtLogout) { queue.removeEvents() }
    contact.clear(settings, queue: &queue)
    if settings.hasAnonymousContacts, settings.follows(.tokensForgottenAtLogout) {
      traffic.abandonRefresh()
      forgetPushToken()
    }
  }

  /// Takes what an acknowledged link brought, `nil` being an anonymous contact (ME-4, ME-8).
  mutating func linked(
    to identity: ContactIdentity?, _ answer: MobileEngageAnswer,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    if !contact.linked(to: identity, by: answer, settings) { effects.diagnose(.tokenMissing) }
  }

  /// Forgets the push token once the logout of a contact is acknowledged; a start without tokens
  /// links an anonymous contact too, and signs nobody out.
  mutating func forgetPushToken(of before: ContactIdentity?) {
    if before != nil, !settings.follows(.tokensForgottenAtLogout) { forgetPushToken() }
  }

  /// Forgets that the push token is registered, where the profile does so when signing out.
  mutating func forgetPushToken() {
    if settings.follows(.pushTokenForgottenAtLogout) { push.forgetRegistration() }
  }

  /// Takes back a contact call that was refused. What the app has set since stays: the next
  /// contact call now follows the contact from before the refused one.
  mutating func rollBack(to identity: ContactIdentity?) {
    if settings.follows(.contactRolledBack), !queue.rollBackNextContact(to: identity) {
      contact.rollBack(to: identity)
    }
  }

  /// Restarts the session after an acknowledged link, as the profile has it.
  mutating func restartSession(afterAnonymousLink isAnonymous: Bool, at now: Instant) {
    if settings.follows(.sessionFollowsLink) {
      events.endSessionThenRestart(at: now, queue: &queue)
    }
    if isAnonymous, settings.follows(.sessionFollowsAnonymousLink) {
      events.endSession(at: now, queue: &queue)
      startSession(at: now)
    }
  }

  /// Starts the session that waited for this event to be accepted.
  mutating func accepted(_ event: TrackedEvent, at now: Instant) {
    if events.isAwaited(event), process.phase == .foreground { startSession(at: now) }
  }

  private mutating func startSession(at now: Instant) {
    // A call that waited for a logout may run when the process ends.
    guard process.phase.isRunning else { return }
    events.startSession(
      at: now, isFurther: true, hasToken: contact.tokens != nil, settings, queue: &queue)
  }
}
