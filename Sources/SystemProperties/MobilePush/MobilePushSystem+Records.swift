import MobilePush
import Systems

extension MobilePushSystem: DeviceRecords {
  static func meaning(of event: MobilePushWorldEvent) -> DeviceEvent {
    guard case .device(let event) = event else { return .other }
    return switch event {
    case .appLaunched(let state, let initialized, _, _): .launch(state, initialized: initialized)
    case .appForceClosed, .processTerminated, .appReinstalled: .end
    case .deviceRestarted: .restart
    case .deviceUnlocked: .unlock
    case .timerFired(.registration): .timer(0)
    case .timerFired(.registrationRetry): .timer(1)
    case .responseReceived(let request, _, _, _), .requestFailed(let request, _):
      .outcome(request: request)
    case .readingsSet, .appForegrounded, .appBackgrounded, .deviceChanged,
      .pushPermissionChanged, .deviceTokenReceived, .connectivityChanged, .wallClockChanged,
      .contactKeySet, .attributeSet, .attributeCleared, .tagAdded, .tagRemoved, .pushEnabledSet,
      .registrationListenerAdded, .registrationListenerRemoved, .notificationReceived,
      .notificationOpened, .silentPushReceived, .customEventTracked, .inAppMessageInteracted,
      .inAppMessageDismissed, .inboxRefreshRequested, .inboxMessageRead, .inboxMessageDeleted:
      .other
    }
  }

  static func meaning(of effect: MobilePushWorldEffect) -> DeviceEffect {
    guard case .device(let effect) = effect else { return .other }
    return switch effect {
    case .sendRegistration(let request, _, _), .sendAnalytics(let request, _),
      .fetchInAppMessages(let request, _), .fetchInboxMessages(let request, _):
      .request(request)
    case .setTimer(.registration, let due): .set(0, due: due)
    case .setTimer(.registrationRetry, let due): .set(1, due: due)
    case .cancelTimer(.registration): .cancel(0)
    case .cancelTimer(.registrationRetry): .cancel(1)
    case .requestDeviceToken, .showInAppMessage, .notifyRegistrationListener,
      .notifyInboxUpdated, .refuseInboxRefresh, .diagnose:
      .other
    }
  }
}
