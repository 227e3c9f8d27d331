import EventSourcing
import Platform

// Handles an answer or its absence, for the call that it ends and the features concerned.

extension MobileEngageState {
  /// Handles the outcome of a request; `nil` is no answer.
  mutating func finish(
    _ request: Int64, _ answer: MobileEngageAnswer?, at now: Instant,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard let payload = traffic.finish(request) else {
      // Late, repeated or forged: no request waits for it, so it says nothing that holds now.
      return effects.diagnose(.unknownRequest)
    }
    if let renewed = answer?.clientState { client.receive(renewed) }
    if payload == .refresh {
      finishRefresh(request, answer, at: now, &effects)
    } else if let answer {
      handle(answer, to: request, payload, at: now, &effects)
    } else {
      traffic.resetRefreshes()
      postpone(payload, retryAfter: nil, at: now)
    }
  }

  private mutating func handle(
    _ answer: MobileEngageAnswer, to request: Int64, _ payload: Payload, at now: Instant,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    let status = ServerStatus(answer.status)
    if answer.status == 401 {
      return handleUnauthorized(request, payload, at: now, &effects)
    }
    traffic.resetRefreshes()
    if status.isSuccess {
      acknowledge(payload, answer, at: now, &effects)
    } else if status.isRefusal {
      effects.append(
        .reportError(code: .requestRefused, request: request, status: answer.status))
      drop(payload, at: now, &effects)
    } else {
      postpone(payload, retryAfter: answer.retryAfter, at: now)
    }
  }

  private mutating func acknowledge(
    _ payload: Payload, _ answer: MobileEngageAnswer, at now: Instant,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    if case .client(let properties) = payload { client.acknowledge(properties) }
    for order in remove(payload) {
      switch order {
      case .linkContact(let identity, _):
        linked(to: identity, answer, &effects)
        restartSession(afterAnonymousLink: false, at: now)
      case .linkAnonymous(let before, .ofContact):
        linked(to: nil, answer, &effects)
        forgetPushToken(of: before)
        restartSession(afterAnonymousLink: true, at: now)
        runDeferredCalls(at: now, &effects)
      case .linkAnonymous(_, .ofOldApplication), .linkAnonymous(_, .ofNewApplication):
        linked(to: nil, answer, &effects)
      case .registerPushToken(let token, _): push.acknowledge(token)
      case .removePushToken: push.acknowledge(nil)
      case .event(let event, _): accepted(event, at: now)
      case .forgetContact, .startOver: break
      }
    }
  }

  /// Keeps what a request carried and decides when it is tried again.
  private mutating func postpone(
    _ payload: Payload, retryAfter: Int64?, waitsForTrigger: Bool = false, at now: Instant
  ) {
    let waits = waitsForTrigger || settings.follows(.retriedOnTrigger)
    queue.postpone(
      payload, at: now, waits ? nil : settings.readings.backOff, retryAfter: retryAfter)
    // A call that was refused for its token was not taken, whatever became of the refresh (ME-3).
    if case .client = payload, !waitsForTrigger { client.keep() }
  }

  /// Forgets what a request carried, and what it should have led to.
  private mutating func drop(
    _ payload: Payload, at now: Instant, _ effects: inout Effects<MobileEngageEffect>
  ) {
    if case .client(let properties) = payload {
      if settings.follows(.refusedPropertiesKnown) { client.acknowledge(properties) }
      client.refuse(properties)
      if settings.follows(.newApplicationLinkNeedsClient) { queue.removeNewApplicationLink() }
    }
    for order in remove(payload) {
      switch order {
      case .linkContact(_, let before): rollBack(to: before)
      case .linkAnonymous(let before, let link):
        // The links of an application that is left or new take no contact's place.
        if link == .ofContact { rollBack(to: before) }
        // A logout that was refused starts no session; what the app asked for goes on.
        runDeferredCalls(at: now, &effects)
      case .event(let event, _): events.refused(event)
      case .forgetContact, .registerPushToken, .removePushToken, .startOver: break
      }
    }
  }

  private mutating func remove(_ payload: Payload) -> [CallOrder] {
    if case .client = payload { client.finish() }
    return queue.remove(payload)
  }
}

// A refused contact token is renewed once, and the refused call repeated with the new one.

extension MobileEngageState {
  private mutating func handleUnauthorized(
    _ request: Int64, _ payload: Payload, at now: Instant,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    if settings.follows(.pushTokenForgottenOn401) { push.forgetRegistration() }
    // Another call than the one that was refused before has refreshes of its own.
    if let refreshed = traffic.refreshed, !payload.repeats(refreshed) { traffic.resetRefreshes() }
    let limit: Int64 = settings.follows(.refreshedThreeTimes) ? 3 : 1
    let canRefresh = contact.tokens?.refresh != nil || settings.has(.endlessRefreshing)
    guard canRefresh, traffic.refreshes < limit else {
      return giveUp(payload, .unauthorized, request, status: 401, at: now, &effects)
    }
    traffic.awaitToken(for: payload)
    if case .client = payload { client.repeatWithToken() }
  }

  /// Sends the refused call again with a new token; without one, ends the cycle.
  private mutating func finishRefresh(
    _ request: Int64, _ answer: MobileEngageAnswer?, at now: Instant,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    guard let payload = traffic.takeUnauthorized() else { return }
    // Signed out meanwhile: the answer is about a contact who is gone.
    guard contact.tokens != nil else { return }
    let status = answer.map { ServerStatus($0.status) }
    if answer?.status == 401, settings.has(.endlessRefreshing) {
      return traffic.awaitToken(for: payload)
    }
    if let answer, let status, status.isSuccess {
      guard let new = ContactTokens(answer) else {
        effects.diagnose(.tokenMissing)
        return giveUp(payload, .refreshFailed, request, status: answer.status, at: now, &effects)
      }
      traffic.countRefresh(for: payload)
      contact.refreshed(new, settings)
    } else if let answer, status?.isRefusal == true || settings.follows(.unauthorizedCallsDropped) {
      giveUp(payload, .refreshFailed, request, status: answer.status, at: now, &effects)
    } else {
      // The token may still be good, but the cycle ends here: the refused call waits for a retry
      // trigger, so that no timer repeats it.
      traffic.resetRefreshes()
      effects.append(.reportError(code: .refreshFailed, request: request, status: answer?.status))
      postpone(payload, retryAfter: answer?.retryAfter, waitsForTrigger: true, at: now)
    }
  }

  /// Ends the cycle of a call that stays unauthorized.
  private mutating func giveUp(
    _ payload: Payload, _ code: ReportedError, _ request: Int64, status: Int64, at now: Instant,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    traffic.resetRefreshes()
    effects.append(.reportError(code: code, request: request, status: status))
    if settings.follows(.unauthorizedCallsDropped) { return drop(payload, at: now, &effects) }
    contact.forgetTokens()
    if !needsToken(payload) { drop(payload, at: now, &effects) }
  }

  private func needsToken(_ payload: Payload) -> Bool {
    switch payload {
    case .client, .refresh: false
    case .calls(let numbers):
      queue.calls.contains { $0.number == numbers.first && $0.order.needsToken }
    }
  }
}
