import EventSourcing
import MobilePush
import Platform
import Simulation

extension MobilePushSystem {
  public static func answered(
    _ request: Int64, with reply: MobilePushReply
  ) -> MobilePushWorldEvent? { reply.event(for: request) }

  public static func request(
    of effect: MobilePushWorldEffect, by party: String, in state: MobilePushWorldState
  ) -> Request<MobilePushWorldEvent>? {
    guard case .device(let effect) = effect else { return nil }
    let made: (kind: RequestKind?, id: Int64?)
    switch effect {
    // The app never hears that no token will come, so the request has no number and never fails.
    case .requestDeviceToken: made = (nil, nil)
    case .sendRegistration(let id, _, _): made = (.registration, id)
    case .sendAnalytics(let id, _): made = (.analytics, id)
    case .fetchInAppMessages(let id, _): made = (.inAppMessages, id)
    case .fetchInboxMessages(let id, _): made = (.inboxMessages, id)
    case .showInAppMessage, .notifyRegistrationListener, .notifyInboxUpdated,
      .refuseInboxRefresh, .setTimer, .cancelTimer, .diagnose:
      return nil
    }
    return Request(
      kind: made.kind?.rawValue, id: made.id, timeout: state.requestTimeout(of: party),
      recipient: made.kind == nil ? pushService : engagement)
  }

  public static func outcome(
    of effect: MobilePushWorldEffect, by party: String, in state: MobilePushWorldState
  ) -> Outcome<MobilePushWorldEvent> {
    switch effect {
    case .device(let effect): outcome(of: effect, by: party, in: state)
    case .backend(.engagement(let effect)): outcome(of: effect)
    case .backend(.pushService(let effect)): outcome(of: effect)
    }
  }

  private static func outcome(
    of effect: MobilePushEffect, by party: String, in state: MobilePushWorldState
  ) -> Outcome<MobilePushWorldEvent> {
    func arriving(as event: MobilePushBackendEvent) -> Outcome<MobilePushWorldEvent> {
      request(of: effect, by: party, in: state, arrivingAs: event)
    }
    // Until it is installed anew, an app needs no other name than its device's.
    var deviceID: Personal? {
      let device = state.device(party)
      return device.system.reinstallations.flatMap { _ in device.knownDevice.deviceID }
    }
    return switch effect {
    case .requestDeviceToken:
      arriving(as: .pushService(.deviceTokenRequested(device: party)))
    case .sendRegistration(let id, _, let body):
      arriving(as: .engagement(.registrationArrived(device: party, request: id, body: body)))
    case .sendAnalytics(let id, let batch):
      arriving(
        as: .engagement(
          .analyticsArrived(device: party, deviceID: deviceID, request: id, batch: batch)))
    case .fetchInAppMessages(let id, _):
      arriving(
        as: .engagement(.inAppMessagesRequested(device: party, deviceID: deviceID, request: id)))
    case .fetchInboxMessages(let id, _):
      arriving(
        as: .engagement(.inboxMessagesRequested(device: party, deviceID: deviceID, request: id)))
    case .showInAppMessage, .notifyRegistrationListener, .notifyInboxUpdated,
      .refuseInboxRefresh:
      .external
    case .setTimer(let timer, let due):
      .wake(timer: timer.rawValue, due: due, event: .device(.timerFired(timer: timer)))
    case .cancelTimer(let timer):
      .cancel(timer: timer.rawValue)
    case .diagnose:
      .internal
    }
  }

  private static func outcome(
    of effect: EngagementEffect
  ) -> Outcome<MobilePushWorldEvent> {
    switch effect {
    case .answerRequest(let device, let request, let status):
      answer(MobilePushReply(status: status), to: device, request)
    case .answerDownload(let device, let request, let messages):
      answer(MobilePushReply(status: 200, messages: messages), to: device, request)
    case .submitPush(let device, let token, let id):
      .message(
        Message(
          to: pushService,
          .backend(.pushService(.pushSubmitted(device: device, token: token, id: id)))))
    case .submitSilentPush(let device, let token, let content):
      .message(
        Message(
          to: pushService,
          .backend(
            .pushService(.silentPushSubmitted(device: device, token: token, content: content)))))
    case .awaitVisibility(let due):
      .wake(timer: "visibility", due: due, event: .backend(.engagement(.dataBecameVisible)))
    case .diagnose:
      .internal
    }
  }

  private static func outcome(
    of effect: PushServiceEffect
  ) -> Outcome<MobilePushWorldEvent> {
    switch effect {
    case .handOutToken(let device, let token):
      .message(
        Message(
          to: device, .device(.deviceTokenReceived(token: token)), answersArrival: true,
          needsProcess: true))
    case .deliverPush(let device, let id):
      .message(Message(to: device, .device(.notificationReceived(id: id))))
    case .deliverSilentPush(let device, let content):
      .message(
        Message(
          to: device, .device(.silentPushReceived(content: content)),
          launch: .device(.appLaunched(state: .background))))
    case .reportBounce(let device, let token, let reason):
      .message(
        Message(
          to: engagement,
          .backend(.engagement(.pushBounced(device: device, token: token, reason: reason)))))
    }
  }

  private static func answer(
    _ reply: MobilePushReply, to device: String, _ request: Int64
  ) -> Outcome<MobilePushWorldEvent> {
    .message(Message(to: device, reply.event(for: request), answers: request))
  }
}
