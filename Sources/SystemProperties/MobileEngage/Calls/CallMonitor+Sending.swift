import EventSourcing
import MobileEngage
import Properties
import Rules
import Simulation
import Systems

/// The judgements as a call leaves.
extension CallMonitor {
  func judgeHeaders(_ effect: Effect, _ head: RequestHead, _ verdicts: inout Verdicts) {
    verdicts.met(Claims.refresh)
    if let open = model.open {
      verdicts.broken(
        Claims.refresh, by: [Witness(effect)],
        because: "Request \(head.request) leaves while request \(open.request) is open.")
    }
    guard !startedOver else { return }
    verdicts.broken(
      Claims.refresh, if: model.owesRefresh && effect.effect.name != .device(.refreshContactToken),
      by: [Witness(effect)],
      because: "A call leaves before the token that was refused is refreshed.")
    if model.clientState != nil { verdicts.met(Claims.clientState) }
    verdicts.broken(
      Claims.clientState, if: head.headers.clientState != model.clientState, by: [Witness(effect)],
      because: "It does not carry the client state of the latest answer.")
    if let token = head.headers.contactToken {
      verdicts.judge(
        Claims.contactToken, brokenIf: token != model.contactToken, by: [Witness(effect)],
        because: "It carries the contact token of an earlier answer.")
    }
    if case .device(.sendClient) = effect.effect, !maySendClientAgain, !isClientUnsure {
      verdicts.judge(
        Claims.client, brokenIf: model.isClientKnown && model.isNoticedKnown, by: [Witness(effect)],
        because: "The backend has acknowledged the same properties.")
    }
  }

  /// Whether the SDK may send known properties for want of a client state.
  var maySendClientAgain: Bool {
    model.clientState == nil
      && (follows(.propertiesSentWithoutClientState) || follows(.propertiesSentWithoutContact))
  }

  func judgeLink(_ effect: Effect, _ world: RunWorld, _ verdicts: inout Verdicts) {
    guard !follows(.batchesOvertakeCalls), readings.eventAttribution == .tracked,
      model.contactToken != nil
    else { return }
    let calls = world.state.device(device).queue.calls
    verdicts.met(Claims.attribution)
    guard world.state.device(device).contact.tokens != nil,
      let link = calls.firstIndex(where: { $0.order.changesContact }),
      calls[..<link].contains(where: { $0.order.isEvent })
    else { return }
    verdicts.broken(
      Claims.attribution, by: [Witness(effect)],
      because: "An event that was tracked before still waits.")
  }

  func judgeRefresh(_ effect: Effect, _ token: Personal, _ verdicts: inout Verdicts) {
    guard !startedOver else { return }
    verdicts.judge(
      Claims.tokenPair, brokenIf: token != model.refreshToken, by: [Witness(effect)],
      because: "It is not the refresh token of the latest answer with tokens.")
    verdicts.broken(
      Claims.refresh, if: !model.lastWasUnauthorized || model.renewals >= model.renewalLimit,
      by: [Witness(effect)],
      because: model.lastWasUnauthorized
        ? "It is refreshed again for the same call." : "No 401 led to it.")
  }

  func judgePushToken(_ effect: Effect, _ token: Personal, _ verdicts: inout Verdicts) {
    guard !startedOver else { return }
    // What a start sets again goes before a removal that still waits.
    let isSetAgain = follows(.pushTokenSetAgainAtStart) && model.isRemovalAsked
    let isForgotten = follows(.pushTokenForgottenAtLogout) && model.isLogoutUnseen
    verdicts.judge(
      Claims.pushToken,
      brokenIf: token == model.registered && !model.lostPushToken && !isSetAgain && !isForgotten,
      by: [Witness(effect)], because: "The backend has acknowledged it.")
  }

  mutating func judgeBatch(_ effect: Effect, _ events: [TrackedEvent], _ verdicts: inout Verdicts) {
    verdicts.met(Claims.batch)
    var last: Int64 = 0
    for event in events {
      verdicts.broken(
        Claims.batch, if: event.entry <= last, by: [Witness(effect)],
        because: "Event \(event.entry) comes after event \(last).")
      last = event.entry
    }
    verdicts.broken(
      Claims.batch, if: events.isEmpty, by: [Witness(effect)], because: "The batch has no event.")
    judgeTracked(effect, events, &verdicts)
    guard !startedOver else { return }
    if let waiting = model.interrupted, let first = events.first?.entry {
      verdicts.met(Claims.interrupted)
      // A failed call holds back all but the start event, also what was in flight (ME-5).
      let isHeldBack = readings.eventAttribution == .sent || model.lostPushToken
      let overtakes = isHeldBack && events.allSatisfy { InternalEvent.isStart($0) }
      verdicts.broken(
        Claims.interrupted, if: first > waiting && !overtakes, by: [Witness(effect)],
        because: "Event \(waiting) was in flight as the process ended, and \(first) leaves.")
    }
    if model.isClientUnsure { return }
    verdicts.judge(
      Claims.clientFirst,
      brokenIf: !model.triedProperties && !model.isClientKnown && !model.isClientQuiet,
      by: [Witness(effect)], because: "The properties were not tried since the start.")
  }
}

extension CallOrder {
  /// Whether it changes whose calls the following ones are.
  var changesContact: Bool {
    switch self {
    case .linkContact, .linkAnonymous, .forgetContact, .startOver: true
    case .registerPushToken, .removePushToken, .event: false
    }
  }

  var isEvent: Bool {
    if case .event = self { true } else { false }
  }
}
