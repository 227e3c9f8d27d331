import EventSourcing
import Platform

/// The Mobile Engage backend: clients, contacts, tokens and events.
///
/// It trusts the contact token: an event belongs to the contact for which the token was handed
/// out. Whether that is the contact of its tracking or of its sending is up to the SDK (the
/// reading `event_attribution`), because only the SDK knows when which contact was set.
public enum MobileEngageBackend: Reducer {
  public typealias State = MobileEngageBackendState
  public typealias Event = MobileEngageBackendEvent
  public typealias Effect = MobileEngageBackendEffect

  public static var initial: MobileEngageBackendState { MobileEngageBackendState() }

  public static func reduce(
    _ state: inout State, _ event: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    switch event.event {
    case .clientArrived(let device, let head, let properties):
      take(device, head, &state, &effects) { $0.setProperties(properties, of: $1, head) }
    case .contactLinkArrived(let device, let head, let fieldID, let value):
      let identity = ContactIdentity(fieldID: fieldID, value: value)
      take(device, head, &state, &effects) { $0.link(identity, to: $1, head) }
    case .anonymousLinkArrived(let device, let head):
      take(device, head, &state, &effects) { $0.link(nil, to: $1, head) }
    case .tokenRefreshArrived(let device, let head, let token):
      take(device, head, &state, &effects) { $0.refresh(token, of: $1) }
    case .pushTokenArrived(let device, let head, let token):
      take(device, head, &state, &effects) { $0.setPushToken(token, of: $1, head) }
    case .pushTokenRemovalArrived(let device, let head):
      take(device, head, &state, &effects) { $0.setPushToken(nil, of: $1, head) }
    case .eventsArrived(let device, let head, let events):
      take(device, head, &state, &effects) { $0.count(events, of: $1, head) }
    case .tokenInvalidated: state.invalidateTokens(of: event.party)
    case .anonymousContactsSwitched(let enabled): state.anonymousContacts = enabled
    case .serverDown: state.isUp = false
    case .serverUp: state.isUp = true
    }
  }

  /// Does what a call asks for, and answers it; while the server is down it only answers.
  private static func take(
    _ device: String, _ head: RequestHead, _ state: inout State,
    _ effects: inout Effects<Effect>, _ work: (inout State, Int) -> MobileEngageAnswer
  ) {
    var answer = MobileEngageAnswer(status: 503)
    if state.isUp {
      let client = state.client(of: device, head)
      state.clients[client].latest.call = max(state.clients[client].latest.call, head.request)
      answer = work(&state, client)
      answer.clientState = state.renewState(of: client)
    }
    effects.append(.answerCall(device: device, request: head.request, answer: answer))
  }
}
