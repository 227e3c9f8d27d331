import EventSourcing
import Platform

/// The events of the SDK on one device.
///
/// The large cases are indirect, for every record of a log is as large as the largest.
public enum MobilePushEvent: Vocabulary {
  indirect case readingsSet(profile: String, readings: MobilePushReadings)
  indirect case appLaunched(
    state: LaunchState = .foreground, initialized: Bool = true, device: DeviceProfile? = nil,
    config: MobilePushConfig? = nil)
  case appForegrounded, appBackgrounded, appForceClosed, processTerminated
  case appReinstalled(data: StoredData = .none)
  case deviceRestarted, deviceUnlocked
  indirect case deviceChanged(DeviceChange)
  case pushPermissionChanged(optedIn: Bool)
  case deviceTokenReceived(token: Personal)
  case connectivityChanged(online: Bool)
  case wallClockChanged(by: TimeSpan)
  case contactKeySet(key: Nullable<Personal>)
  case attributeSet(key: Nullable<String>, value: Nullable<AttributeValue>)
  case attributeCleared(key: Nullable<String>)
  case tagAdded(tag: Nullable<String>)
  case tagRemoved(tag: Nullable<String>)
  case pushEnabledSet(enabled: Bool)
  case registrationListenerAdded(listener: String)
  case registrationListenerRemoved(listener: String)
  case notificationReceived(id: String)
  case notificationOpened(id: String, button: String? = nil)
  case silentPushReceived(content: String)
  case customEventTracked(name: String, attributes: TextMap<AttributeValue>? = nil)
  case inAppMessageInteracted(id: String, button: String? = nil)
  case inAppMessageDismissed(id: String)
  case inboxRefreshRequested
  case inboxMessageRead(id: String)
  case inboxMessageDeleted(id: String)
  case responseReceived(
    request: Int64, status: Int64, retryAfter: Int64? = nil, messages: [DownloadedMessage]? = nil)
  case requestFailed(request: Int64, reason: NetworkFailure)
  case timerFired(timer: MobilePushTimer)

  /// The names of the events, in the order of the documentation.
  public enum Name: CaseText, EventName {
    case readingsSet = "readings_set", appLaunched = "app_launched"
    case appForegrounded = "app_foregrounded", appBackgrounded = "app_backgrounded"
    case appForceClosed = "app_force_closed", processTerminated = "process_terminated"
    case appReinstalled = "app_reinstalled"
    case deviceRestarted = "device_restarted", deviceUnlocked = "device_unlocked"
    case deviceChanged = "device_changed", pushPermissionChanged = "push_permission_changed"
    case deviceTokenReceived = "device_token_received", connectivityChanged = "connectivity_changed"
    case wallClockChanged = "wall_clock_changed", contactKeySet = "contact_key_set"
    case attributeSet = "attribute_set", attributeCleared = "attribute_cleared"
    case tagAdded = "tag_added", tagRemoved = "tag_removed", pushEnabledSet = "push_enabled_set"
    case registrationListenerAdded = "registration_listener_added"
    case registrationListenerRemoved = "registration_listener_removed"
    case notificationReceived = "notification_received", notificationOpened = "notification_opened"
    case silentPushReceived = "silent_push_received", customEventTracked = "custom_event_tracked"
    case inAppMessageInteracted = "in_app_message_interacted"
    case inAppMessageDismissed = "in_app_message_dismissed"
    case inboxRefreshRequested = "inbox_refresh_requested", inboxMessageRead = "inbox_message_read"
    case inboxMessageDeleted = "inbox_message_deleted", responseReceived = "response_received"
    case requestFailed = "request_failed", timerFired = "timer_fired"

    public func word<Made>(_ word: EventWord<MobilePushEvent, Made>) -> Made {
      switch self {
      case .readingsSet:
        word(
          "The harness chose how to read the documents.", .harness,
          .readingsSet(profile: "", readings: .sample))
      case .appLaunched: word("A process of the app started.", .processStart, .appLaunched())
      case .appForegrounded:
        word("The user brought the app to the front.", .outside, .appForegrounded)
      case .appBackgrounded:
        word("The app left the screen; its process lives on.", .outside, .appBackgrounded)
      case .appForceClosed:
        word("The user ended the process.", .processEnd(by: .user), .appForceClosed)
      case .processTerminated:
        word("The system ended the process.", .processEnd(by: .system), .processTerminated)
      case .appReinstalled:
        word(
          "The app was installed anew, its data wiped, or restored onto another device.",
          .processEnd(by: .reinstallation), .appReinstalled())
      case .deviceRestarted:
        word(
          "The device restarted; until it is unlocked no storage can be read.",
          .processEnd(by: .system), .deviceRestarted)
      case .deviceUnlocked:
        word("The user unlocked the device for the first time since.", .outside, .deviceUnlocked)
      case .deviceChanged:
        word("The system changed something about the device.", .outside, .deviceChanged(.sample))
      case .pushPermissionChanged:
        word(
          "The user permitted notifications or withdrew that.", .outside,
          .pushPermissionChanged(optedIn: true))
      case .deviceTokenReceived:
        word("The push service handed over a token.", .outside, .deviceTokenReceived(token: ""))
      case .connectivityChanged:
        word(
          "The device lost its network or got it back.", .outside,
          .connectivityChanged(online: true))
      case .wallClockChanged:
        word(
          "The wall clock was set; the log's clock is not affected.", .outside,
          .wallClockChanged(by: .zero))
      case .contactKeySet: word("The app set the contact key.", .outside, .contactKeySet(key: ""))
      case .attributeSet:
        word(
          "The app set an attribute of the contact.", .outside, .attributeSet(key: "", value: ""))
      case .attributeCleared:
        word(
          "The app cleared an attribute, which is no longer sent.", .outside,
          .attributeCleared(key: ""))
      case .tagAdded: word("The app added a tag.", .outside, .tagAdded(tag: ""))
      case .tagRemoved: word("The app removed a tag.", .outside, .tagRemoved(tag: ""))
      case .pushEnabledSet:
        word("The app used its own switch for push.", .outside, .pushEnabledSet(enabled: true))
      case .registrationListenerAdded:
        word(
          "The app added a listener for registrations.", .outside,
          .registrationListenerAdded(listener: ""))
      case .registrationListenerRemoved:
        word(
          "The app removed a listener for registrations.", .outside,
          .registrationListenerRemoved(listener: ""))
      case .notificationReceived:
        word("A notification reached the device.", .outside, .notificationReceived(id: ""))
      case .notificationOpened:
        word(
          "The user opened a notification or used a button of it.", .outside,
          .notificationOpened(id: ""))
      case .silentPushReceived:
        word(
          "A push without a notification woke the SDK.", .outside, .silentPushReceived(content: ""))
      case .customEventTracked:
        word("The app tracked an event of its own.", .outside, .customEventTracked(name: ""))
      case .inAppMessageInteracted:
        word(
          "The user used the in-app message on screen.", .outside, .inAppMessageInteracted(id: ""))
      case .inAppMessageDismissed:
        word("The in-app message left the screen.", .outside, .inAppMessageDismissed(id: ""))
      case .inboxRefreshRequested:
        word("The app asked for the inbox to be fetched.", .outside, .inboxRefreshRequested)
      case .inboxMessageRead:
        word("The app says that a message was read.", .outside, .inboxMessageRead(id: ""))
      case .inboxMessageDeleted:
        word("The app says that a message was deleted.", .outside, .inboxMessageDeleted(id: ""))
      case .responseReceived:
        word("A request was answered.", .inside, .responseReceived(request: 1, status: 201))
      case .requestFailed:
        word("A request was not answered.", .inside, .requestFailed(request: 1, reason: .offline))
      case .timerFired: word("A timer fell due.", .inside, .timerFired(timer: .registration))
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
    case .appReinstalled: .appReinstalled
    case .deviceRestarted: .deviceRestarted
    case .deviceUnlocked: .deviceUnlocked
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

  // One switch, so that the compiler asks for every case; it is as long as the vocabulary.
  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobilePushEvent {
    switch self {
    case .readingsSet(let profile, let readings):
      .readingsSet(
        profile: try v("profile", profile, "The name of the profile."),
        readings: try v("readings", readings, "All readings that hold from now on."))
    case .appLaunched(let state, let initialized, let device, let config):
      .appLaunched(
        state: try v("state", state, default: .foreground, "Whether the app comes to the screen."),
        initialized: try v("initialized", initialized, default: true, "False: nothing happens."),
        device: try v("device", device, "The changes of the device since last time."),
        config: try v("config", config, "The changes of the configuration since last time."))
    case .appReinstalled(let data):
      .appReinstalled(
        data: try v("data", data, default: .none, "The data that the app finds."))
    case .deviceChanged(let change):
      .deviceChanged(try change.fields(&v))
    case .pushPermissionChanged(let optedIn):
      .pushPermissionChanged(
        optedIn: try v("opted_in", optedIn, "Whether notifications are permitted."))
    case .deviceTokenReceived(let token):
      .deviceTokenReceived(
        token: try v("token", token, "The token that the push service handed over."))
    case .connectivityChanged(let online):
      .connectivityChanged(online: try v("online", online, "Whether there is a network now."))
    case .wallClockChanged(let by):
      .wallClockChanged(by: try v("by", by, "The time that it moved; backwards if negative."))
    case .contactKeySet(let key):
      .contactKeySet(key: try v("key", key, "The contact key; null or blank is refused."))
    case .attributeSet(let key, let value):
      .attributeSet(
        key: try v("key", key, "The key; null, blank or a reserved word is refused."),
        value: try v("value", value, "The value; blank removes it at the server, null is refused."))
    case .attributeCleared(let key):
      .attributeCleared(key: try v("key", key, "The key of the attribute."))
    case .tagAdded(let tag):
      .tagAdded(tag: try v("tag", tag, "The tag; null or blank is refused."))
    case .tagRemoved(let tag):
      .tagRemoved(tag: try v("tag", tag, "The tag; null or blank is refused."))
    case .pushEnabledSet(let enabled):
      .pushEnabledSet(enabled: try v("enabled", enabled, "The position of the app's switch."))
    case .registrationListenerAdded(let listener):
      .registrationListenerAdded(listener: try v("listener", listener, "The name of the listener."))
    case .registrationListenerRemoved(let listener):
      .registrationListenerRemoved(
        listener: try v("listener", listener, "The name of the listener."))
    case .notificationReceived(let id):
      .notificationReceived(id: try v("id", id, "The notification's id."))
    case .notificationOpened(let id, let button):
      .notificationOpened(
        id: try v("id", id, "The notification's id."),
        button: try v("button", button, "The button that was used."))
    case .silentPushReceived(let content):
      .silentPushReceived(content: try v("content", content, "in_app or inbox."))
    case .customEventTracked(let name, let attributes):
      .customEventTracked(
        name: try v("name", name, "The name of the event."),
        attributes: try v("attributes", attributes, "The app's data about the event."))
    case .inAppMessageInteracted(let id, let button):
      .inAppMessageInteracted(
        id: try v("id", id, "The message's id."),
        button: try v("button", button, "The button that was used."))
    case .inAppMessageDismissed(let id):
      .inAppMessageDismissed(id: try v("id", id, "The message's id."))
    case .inboxMessageRead(let id):
      .inboxMessageRead(id: try v("id", id, "The message's id."))
    case .inboxMessageDeleted(let id):
      .inboxMessageDeleted(id: try v("id", id, "The message's id."))
    case .responseReceived(let request, let status, let retryAfter, let messages):
      .responseReceived(
        request: try v("request", request, "The number of the request."),
        status: try v("status", status, "The HTTP status."),
        retryAfter: try v("retry_after", retryAfter, "Whole seconds."),
        messages: try v("messages", messages, "The messages that a fetch brought."))
    case .requestFailed(let request, let reason):
      .requestFailed(
        request: try v("request", request, "The number of the request."),
        reason: try v("reason", reason, "Why no answer came."))
    case .timerFired(let timer):
      .timerFired(timer: try v("timer", timer, "The name of the timer."))
    case .appForegrounded, .appBackgrounded, .appForceClosed, .processTerminated,
      .deviceRestarted, .deviceUnlocked, .inboxRefreshRequested:
      self
    }
  }
}

/// The timers of the SDK.
public enum MobilePushTimer: String, Choice {
  /// The timer that sends what has changed.
  case registration
  /// The timer that tries a registration again.
  case registrationRetry = "registration_retry"
}
