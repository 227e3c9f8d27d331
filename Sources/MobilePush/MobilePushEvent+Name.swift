import EventSourcing

extension MobilePushEvent {
  /// The names of the events, in the order of the documentation.
  public enum Name: CaseName {
    case readingsSet, appLaunched, appForegrounded, appBackgrounded, appForceClosed,
      processTerminated, deviceChanged, pushPermissionChanged, deviceTokenReceived,
      connectivityChanged, wallClockChanged, contactKeySet, attributeSet, attributeCleared,
      tagAdded, tagRemoved, pushEnabledSet, registrationListenerAdded, registrationListenerRemoved,
      notificationReceived, notificationOpened, silentPushReceived, customEventTracked,
      inAppMessageInteracted, inAppMessageDismissed, inboxRefreshRequested, inboxMessageRead,
      inboxMessageDeleted, responseReceived, requestFailed, timerFired

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .readingsSet: ("readings_set", "The harness chose how to read the documents.")
      case .appLaunched: ("app_launched", "A process of the app started.")
      case .appForegrounded: ("app_foregrounded", "The user brought the app to the front.")
      case .appBackgrounded: ("app_backgrounded", "The app left the screen; its process lives on.")
      case .appForceClosed: ("app_force_closed", "The user ended the process.")
      case .processTerminated: ("process_terminated", "The system ended the process.")
      case .deviceChanged: ("device_changed", "The system changed something about the device.")
      case .pushPermissionChanged:
        ("push_permission_changed", "The user permitted notifications or withdrew that.")
      case .deviceTokenReceived: ("device_token_received", "The push service handed over a token.")
      case .connectivityChanged:
        ("connectivity_changed", "The device lost its network or got it back.")
      case .wallClockChanged:
        ("wall_clock_changed", "The wall clock was set; the log's clock is not affected.")
      case .contactKeySet: ("contact_key_set", "The app set the contact key.")
      case .attributeSet: ("attribute_set", "The app set an attribute of the contact.")
      case .attributeCleared:
        ("attribute_cleared", "The app cleared an attribute, which is no longer sent.")
      case .tagAdded: ("tag_added", "The app added a tag.")
      case .tagRemoved: ("tag_removed", "The app removed a tag.")
      case .pushEnabledSet: ("push_enabled_set", "The app used its own switch for push.")
      case .registrationListenerAdded:
        ("registration_listener_added", "The app added a listener for registrations.")
      case .registrationListenerRemoved:
        ("registration_listener_removed", "The app removed a listener for registrations.")
      case .notificationReceived: ("notification_received", "A notification reached the device.")
      case .notificationOpened:
        ("notification_opened", "The user opened a notification or used a button of it.")
      case .silentPushReceived:
        ("silent_push_received", "A push without a notification woke the SDK.")
      case .customEventTracked: ("custom_event_tracked", "The app tracked an event of its own.")
      case .inAppMessageInteracted:
        ("in_app_message_interacted", "The user used the in-app message on screen.")
      case .inAppMessageDismissed:
        ("in_app_message_dismissed", "The in-app message left the screen.")
      case .inboxRefreshRequested:
        ("inbox_refresh_requested", "The app asked for the inbox to be fetched.")
      case .inboxMessageRead: ("inbox_message_read", "The app says that a message was read.")
      case .inboxMessageDeleted:
        ("inbox_message_deleted", "The app says that a message was deleted.")
      case .responseReceived: ("response_received", "A request was answered.")
      case .requestFailed: ("request_failed", "A request was not answered.")
      case .timerFired: ("timer_fired", "A timer fell due.")
      }
    }
  }

  public var name: Name {
    switch self {
    case .readingsSet: .readingsSet
    case .appLaunched: .appLaunched
    case .appForegrounded: .appForegrounded
    case .appBackgrounded: .appBackgrounded
    case .appForceClosed: .appForceClosed
    case .processTerminated: .processTerminated
    case .deviceChanged: .deviceChanged
    case .pushPermissionChanged: .pushPermissionChanged
    case .deviceTokenReceived: .deviceTokenReceived
    case .connectivityChanged: .connectivityChanged
    case .wallClockChanged: .wallClockChanged
    case .contactKeySet: .contactKeySet
    case .attributeSet: .attributeSet
    case .attributeCleared: .attributeCleared
    case .tagAdded: .tagAdded
    case .tagRemoved: .tagRemoved
    case .pushEnabledSet: .pushEnabledSet
    case .registrationListenerAdded: .registrationListenerAdded
    case .registrationListenerRemoved: .registrationListenerRemoved
    case .notificationReceived: .notificationReceived
    case .notificationOpened: .notificationOpened
    case .silentPushReceived: .silentPushReceived
    case .customEventTracked: .customEventTracked
    case .inAppMessageInteracted: .inAppMessageInteracted
    case .inAppMessageDismissed: .inAppMessageDismissed
    case .inboxRefreshRequested: .inboxRefreshRequested
    case .inboxMessageRead: .inboxMessageRead
    case .inboxMessageDeleted: .inboxMessageDeleted
    case .responseReceived: .responseReceived
    case .requestFailed: .requestFailed
    case .timerFired: .timerFired
    }
  }
}
