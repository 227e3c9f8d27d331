import EventSourcing
import Platform

extension MobileEngageState {
  /// A contact token was refused: it is renewed, or the call comes to nothing.
  mutating func settleUnauthorized(
    _ inFlight: InFlight, _ effects: inout Effects<MobileEngageEffect>
  ) {
    let limit: Int64 = follows(.refreshedThreeTimes) ? 3 : 1
    guard tokens?.refresh != nil, traffic.refreshes < limit else {
      return giveUp(inFlight.cargo, .unauthorized, inFlight.request, status: 401, &effects)
    }
    traffic.unauthorized = inFlight.cargo
    if follows(.pushTokenForgottenOn401) { push.registered = nil }
  }

  /// With a new token the refused call is sent again; without one the cycle ends.
  mutating func settleRefresh(
    _ request: Int64, with answer: MobileEngageAnswer?,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard let cargo = traffic.unauthorized else { return }
    traffic.unauthorized = nil
    // Signed out meanwhile: the answer is about a contact who is gone.
    guard let old = tokens else { return }
    let status = answer.map { ServerStatus($0.status) }
    if let answer, let status, status.isSuccess {
      guard let new = ContactTokens(answer) else {
        effects.diagnose(.tokenMissing)
        return giveUp(cargo, .refreshFailed, request, status: answer.status, &effects)
      }
      traffic.refreshes += 1
      tokens =
        follows(.refreshTokenKept)
        ? ContactTokens(contact: new.contact, refresh: old.refresh) : new
    } else if let answer, status?.isRefusal == true || follows(.unauthorizedCallsDropped) {
      giveUp(cargo, .refreshFailed, request, status: answer.status, &effects)
    } else {
      // The token may still be good, but the cycle ends here: the refused call waits until
      // something gives occasion, so that no clock drives it round.
      traffic.refreshes = 0
      effects.append(.reportError(code: .refreshFailed, request: request, status: answer?.status))
      postpone(cargo, quietFor: answer?.retryAfter, waitsForOccasion: true)
    }
  }

  /// Forgets a call for good, and the contact that it should have brought.
  mutating func drop(_ cargo: Cargo) {
    for order in remove(cargo) where follows(.contactRolledBack) {
      switch order {
      case .linkContact(_, let before), .linkAnonymous(let before): contact = before
      case .forgetContact, .registerPushToken, .removePushToken, .event, .startOver: break
      }
    }
  }

  /// Ends the cycle of a call that stays unauthorized.
  ///
  /// Tokens that prove nothing are dropped, so that what needs one waits for the next link
  /// instead of being refused again and again.
  private mutating func giveUp(
    _ cargo: Cargo, _ code: ReportedError, _ request: Int64, status: Int64,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    traffic.refreshes = 0
    effects.append(.reportError(code: code, request: request, status: status))
    if follows(.unauthorizedCallsDropped) { return drop(cargo) }
    tokens = nil
    if !needsToken(cargo) { drop(cargo) }
  }

  private func needsToken(_ cargo: Cargo) -> Bool {
    switch cargo {
    case .client, .refresh: false
    case .calls(let numbers):
      queue.contains { $0.number == numbers.first && $0.order.needsToken }
    }
  }
}
