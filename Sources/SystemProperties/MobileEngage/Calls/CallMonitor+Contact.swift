import EventSourcing
import MobileEngage
import Properties
import Rules

/// The SDK as it was before a step, as far as what the app asks for depends on it.
struct EarlierState: Hashable {
  var isQueueEmpty = true
  var identity: ContactIdentity?
  var hasTokens = false
  var hasSession = false
  var lastEntry: Int64 = 0

  init() {}

  init(_ state: MobileEngageState) {
    isQueueEmpty = state.queue.calls.isEmpty
    identity = state.contact.identity
    hasTokens = state.contact.tokens != nil
    hasSession = state.events.sessionSince != nil
    lastEntry = state.events.lastEntry
  }
}

/// The judgements after the app has changed the contact or the application.
extension CallMonitor {
  func judgeContact(
    _ value: Personal, _ state: MobileEngageState, _ place: Witness, _ verdicts: inout Verdicts
  ) {
    // What the app asks for while a logout waits runs after it.
    if state.logout.isWaiting { return }
    if state.queue.calls.contains(where: { $0.order.isEvent }) {
      verdicts.met(Claims.contactSwitch)
    }
    if follows(.sameContactSkipped), before.identity?.value == value { return }
    verdicts.met(Claims.sameContact)
    guard case .linkContact? = state.lastContactOrder else {
      return verdicts.broken(
        Claims.sameContact, by: [place], because: "No link of the contact is queued.")
    }
    guard follows(.sessionFollowsCall), before.hasSession else { return }
    verdicts.judge(
      Claims.sessionOfContact, brokenIf: !state.endsSession(after: before.lastEntry), by: [place],
      because: "No end of the session is queued.")
  }

  func judgeLogout(
    _ state: MobileEngageState, _ place: Witness, _ verdicts: inout Verdicts
  ) {
    let isAnonymous = before.hasTokens && before.identity == nil
    if follows(.anonymousLogoutSkipped), isAnonymous { return }
    if follows(.logoutAfterSessionEnd), before.hasTokens, before.hasSession {
      verdicts.judge(
        Claims.logoutAfterSession, brokenIf: !state.logout.isWaiting, by: [place],
        because: "It does not wait until the end of the session is accepted.")
    }
    guard model.hasAnonymousContacts, !state.logout.isWaiting else { return }
    verdicts.met(Claims.logout)
    guard case .linkAnonymous? = state.lastContactOrder else {
      return verdicts.broken(
        Claims.logout, by: [place], because: "No link of an anonymous contact is queued.")
    }
  }

  func judgeNewApplication(
    _ state: MobileEngageState, _ place: Witness, _ verdicts: inout Verdicts
  ) {
    guard follows(.applicationChangeStartsOver), !state.logout.isWaiting else { return }
    if let token = state.push.token {
      verdicts.met(Claims.newApplication)
      var orders = state.queue.calls.map(\.order)
      // Under android the link of the new application follows.
      if case .linkAnonymous(_, .ofNewApplication)? = orders.last { orders.removeLast() }
      if case .registerPushToken(token, _)? = orders.last {
      } else {
        verdicts.broken(
          Claims.newApplication, by: [place], because: "No registration of the token is queued.")
      }
    }
    let isIdentified = before.identity != nil
    guard model.hasAnonymousContacts,
      !isIdentified || !follows(.newApplicationLinkedUnlessIdentified)
    else { return }
    verdicts.met(Claims.linkedApplication)
    guard case .linkAnonymous(_, .ofNewApplication)? = state.lastContactOrder else {
      return verdicts.broken(
        Claims.linkedApplication, by: [place],
        because: "No link of an anonymous contact is queued for it.")
    }
  }

  func judgeTokenAtStart(
    _ state: MobileEngageState, _ place: Witness, _ verdicts: inout Verdicts
  ) {
    guard follows(.pushTokenSetAgainAtStart), let last = model.handedOver else { return }
    verdicts.judge(
      Claims.tokenAtStart, brokenIf: state.push.token != last, by: [place],
      because: "An earlier token is set.")
  }
}

extension LogoutState {
  fileprivate var isWaiting: Bool { waitsFor != nil || !deferred.isEmpty }
}

extension MobileEngageState {
  /// The last queued order that changes the contact.
  fileprivate var lastContactOrder: CallOrder? {
    queue.calls.last { $0.order.changesContact }?.order
  }

  /// Whether the end of a session is queued that was tracked after an event.
  fileprivate func endsSession(after entry: Int64) -> Bool {
    queue.calls.contains { call in
      guard case .event(let event, _) = call.order else { return false }
      return event.entry > entry && event.name == InternalEvent.sessionEnd
    }
  }
}
