import EventSourcing
import MobileEngage
import Simulation

extension MobileEngageSystem {
  public static func answered(
    _ request: Int64, with reply: MobileEngageAnswer
  ) -> MobileEngageWorldEvent? { event(reply, to: request) }

  public static func outcome(
    of effect: MobileEngageWorldEffect, by party: String, in state: MobileEngageWorldState
  ) -> Outcome<MobileEngageWorldEvent> {
    switch effect {
    case .device(let effect): outcome(of: effect, by: party, in: state)
    case .backend(.answerCall(let device, let request, let answer)):
      .message(Message(to: device, event(answer, to: request), answers: request))
    }
  }

  private static func outcome(
    of effect: MobileEngageEffect, by party: String, in state: MobileEngageWorldState
  ) -> Outcome<MobileEngageWorldEvent> {
    let timeout = state.requestTimeout(of: party)
    return switch effect {
    case .sendClient(let head, let properties):
      request(
        .client, head, timeout, .clientArrived(device: party, head, properties: properties))
    case .linkContact(let head, let fieldID, let value):
      request(
        .contact, head, timeout,
        .contactLinkArrived(device: party, head, fieldID: fieldID, fieldValue: value))
    case .linkAnonymousContact(let head):
      request(.contact, head, timeout, .anonymousLinkArrived(device: party, head))
    case .refreshContactToken(let head, let token):
      request(
        .contactToken, head, timeout,
        .tokenRefreshArrived(device: party, head, refreshToken: token))
    case .registerPushToken(let head, let token):
      request(.pushToken, head, timeout, .pushTokenArrived(device: party, head, token: token))
    case .removePushToken(let head):
      request(.pushToken, head, timeout, .pushTokenRemovalArrived(device: party, head))
    case .sendEvents(let head, let events):
      request(.events, head, timeout, .eventsArrived(device: party, head, events: events))
    case .reportError:
      .external
    case .setTimer(let timer, let due):
      .wake(timer: timer.rawValue, due: due, event: .device(.timerFired(timer: timer)))
    case .cancelTimer(let timer):
      .cancel(timer: timer.rawValue)
    case .diagnose:
      .internal
    }
  }

  private static func request(
    _ kind: RequestKind, _ head: RequestHead, _ timeout: TimeSpan,
    _ arrival: MobileEngageBackendEvent
  ) -> Outcome<MobileEngageWorldEvent> {
    .request(
      Request(
        kind: kind.rawValue, id: head.request, timeout: timeout, recipient: backend,
        arrival: .backend(arrival)))
  }

  /// The event by which a device learns of the answer to its request.
  private static func event(
    _ answer: MobileEngageAnswer, to request: Int64
  ) -> MobileEngageWorldEvent {
    .device(.responseReceived(request: request, answer: answer))
  }
}
