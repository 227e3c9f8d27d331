import MobileEngage
import Systems

extension MobileEngageSystem: DeviceRecords {
  static func meaning(of event: MobileEngageWorldEvent) -> DeviceEvent {
    guard case .device(let event) = event else { return .other }
    return switch event {
    case .appLaunched(let state, _, _): .launch(state, initialized: true)
    case .appForceClosed, .processTerminated, .appReinstalled: .end
    case .deviceRestarted: .restart
    case .deviceUnlocked: .unlock
    case .timerFired(.retry): .timer(0)
    case .responseReceived(let request, _), .requestFailed(let request, _):
      .outcome(request: request)
    case .readingsSet, .appForegrounded, .appBackgrounded, .deviceChanged, .pushTokenReceived,
      .pushTokenCleared, .contactSet, .contactCleared, .eventTracked, .applicationCodeChanged,
      .connectivityChanged, .wallClockChanged:
      .other
    }
  }

  static func meaning(of effect: MobileEngageWorldEffect) -> DeviceEffect {
    guard case .device(let effect) = effect else { return .other }
    return switch effect {
    case .sendClient(let head, _), .linkContact(let head, _, _), .linkAnonymousContact(let head),
      .refreshContactToken(let head, _), .registerPushToken(let head, _),
      .removePushToken(let head), .sendEvents(let head, _):
      .request(head.request)
    case .setTimer(.retry, let due): .set(0, due: due)
    case .cancelTimer(.retry): .cancel(0)
    case .reportError, .diagnose: .other
    }
  }
}
