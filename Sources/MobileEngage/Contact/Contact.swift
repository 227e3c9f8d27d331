import EventSourcing
import Platform

extension MobileEngageState {
  mutating func setContact(
    _ fieldID: Int64?, _ value: Personal?, _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard let value, !trimmed(value.text).isEmpty else {
      return effects.diagnose(.contactBlank)
    }
    let identity = ContactIdentity(fieldID: fieldID ?? config.contactFieldID ?? 0, value: value)
    if follows(.sameContactSkipped), identity == contact {
      return effects.diagnose(.contactUnchanged)
    }
    enqueue(.linkContact(identity, before: contact))
    if follows(.contactKnownAtCall) { contact = identity }
    if follows(.sessionFollowsCall) {
      endSession()
      startSession()
    }
  }

  mutating func clearContact(_ effects: inout Effects<MobileEngageEffect>) {
    if follows(.anonymousLogoutSkipped), tokens != nil, contact == nil {
      return effects.diagnose(.contactAnonymous)
    }
    if follows(.sessionFollowsCall) { endSession() }
    guard config.anonymousContacts != false else { return enqueue(.forgetContact) }
    enqueue(.linkAnonymous(before: contact))
    if follows(.contactKnownAtCall) { contact = nil }
    if follows(.tokensForgottenAtLogout) { forgetTokens() }
  }

  /// Links an anonymous contact at a start without tokens, unless a contact call waits that
  /// brings some (ME-4).
  mutating func linkAtStart() {
    guard config.anonymousContacts != false, tokens == nil,
      !queue.contains(where: { $0.order.changesContact }),
      contact == nil || !follows(.contactKeptAtStart)
    else { return }
    enqueue(.linkAnonymous(before: contact))
  }

  /// Takes over the tokens of an acknowledged link, `nil` being an anonymous one (ME-4, ME-8).
  mutating func adopt(
    _ answer: MobileEngageAnswer, of identity: ContactIdentity?,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    tokens = ContactTokens(answer)
    if tokens == nil { effects.diagnose(.tokenMissing) }
    if !follows(.contactKnownAtCall) { contact = identity }
    if identity == nil, follows(.pushTokenForgottenAtLogout) { push.registered = nil }
    if follows(.sessionFollowsAnswer), identity == nil || !follows(.sessionFollowsCall) {
      endSession()
      startSession()
    }
  }

  private mutating func forgetTokens() {
    tokens = nil
    // A refresh of what is forgotten leads nowhere; its call goes on with the next token.
    if traffic.inFlight?.cargo != .refresh { traffic.unauthorized = nil }
    if follows(.pushTokenForgottenAtLogout) { push.registered = nil }
  }
}
