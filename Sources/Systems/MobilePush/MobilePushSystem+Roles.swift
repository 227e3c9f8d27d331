import EventSourcing
import MobilePush
import Simulation

extension MobilePushSystem {
  public static func role(of event: MobilePushWorldEvent) -> EventRole {
    switch event {
    case .device(let event): role(of: event)
    case .backend(.engagement(let event)): role(of: event)
    case .backend(.pushService(let event)): role(of: event)
    case .network(let event): .network(event.change)
    }
  }

  private static func role(of event: MobilePushEvent) -> EventRole {
    switch event {
    case .readingsSet: .harness
    case .appLaunched: .processStart
    case .appForceClosed: .processEnd(byUser: true)
    case .processTerminated: .processEnd(byUser: false)
    case .responseReceived, .requestFailed, .timerFired: .inside
    case .appForegrounded, .appBackgrounded, .deviceChanged, .pushPermissionChanged,
      .deviceTokenReceived, .connectivityChanged, .wallClockChanged, .contactKeySet,
      .attributeSet, .attributeCleared, .tagAdded, .tagRemoved, .pushEnabledSet,
      .registrationListenerAdded, .registrationListenerRemoved, .notificationReceived,
      .notificationOpened, .silentPushReceived, .customEventTracked, .inAppMessageInteracted,
      .inAppMessageDismissed, .inboxRefreshRequested, .inboxMessageRead, .inboxMessageDeleted:
      .outside
    }
  }

  private static func role(of event: EngagementEvent) -> EventRole {
    switch event {
    case .registrationArrived, .analyticsArrived, .inAppMessagesRequested,
      .inboxMessagesRequested, .pushBounced, .dataBecameVisible:
      .inside
    case .pushSent, .inAppPublished, .inAppEdited, .inAppDeleted, .inboxPublished,
      .attributeCreated, .serverDown, .serverUp:
      .backend(engagement)
    case .backendConfigured: .backendSettings(engagement)
    }
  }

  private static func role(of event: PushServiceEvent) -> EventRole {
    switch event {
    case .deviceTokenRequested, .pushSubmitted, .silentPushSubmitted: .inside
    case .tokenInvalidated: .backendDevice(pushService)
    case .authKeyRevoked, .authKeyRestored: .backend(pushService)
    }
  }
}
