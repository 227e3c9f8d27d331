import EventSourcing
import Platform

// What a change of the contact asks of the other features.

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
    guard contact.set(identity, settings, queue: &queue) else {
      return effects.diagnose(.contactUnchanged)
    }
    if settings.follows(.sessionFollowsCall) { restartSession(at: now) }
  }

  mutating func clearContact(at now: Instant, _ effects: inout Effects<MobileEngageEffect>) {
    guard !contact.isAnonymous(settings) else { return effects.diagnose(.contactAnonymous) }
    if settings.follows(.sessionFollowsCall) { events.endSession(at: now, queue: &queue) }
    contact.clear(settings, queue: &queue)
    if settings.hasAnonymousContacts, settings.follows(.tokensForgottenAtLogout) {
      traffic.abandonRefresh()
      if settings.follows(.pushTokenForgottenAtLogout) { push.forgetRegistration() }
    }
  }

  /// Takes what an acknowledged link brought, `nil` being an anonymous contact (ME-4, ME-8).
  mutating func linked(
    to identity: ContactIdentity?, _ answer: MobileEngageAnswer, at now: Instant,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    if !contact.linked(to: identity, by: answer, settings) { effects.diagnose(.tokenMissing) }
    if identity == nil, settings.follows(.pushTokenForgottenAtLogout) {
      push.forgetRegistration()
    }
    if settings.follows(.sessionFollowsAnswer),
      identity == nil || !settings.follows(.sessionFollowsCall)
    {
      restartSession(at: now)
    }
  }

  private mutating func restartSession(at now: Instant) {
    events.endSession(at: now, queue: &queue)
    events.startSession(
      at: now, hasToken: contact.tokens != nil, settings, queue: &queue)
  }
}
