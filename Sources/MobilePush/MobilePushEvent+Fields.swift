import EventSourcing
import Platform

extension MobilePushEvent {
  public static let samples: [MobilePushEvent] = [
    .readingsSet(profile: "", readings: .sample), .appLaunched(), .appForegrounded,
    .appBackgrounded, .appForceClosed, .processTerminated, .deviceChanged(.sample),
    .pushPermissionChanged(optedIn: true), .deviceTokenReceived(token: ""),
    .connectivityChanged(online: true), .wallClockChanged(by: .zero), .contactKeySet(key: ""),
    .attributeSet(key: "", value: ""), .attributeCleared(key: ""), .tagAdded(tag: ""),
    .tagRemoved(tag: ""), .pushEnabledSet(enabled: true),
    .registrationListenerAdded(listener: ""), .registrationListenerRemoved(listener: ""),
    .notificationReceived(id: ""), .notificationOpened(id: ""), .silentPushReceived(content: ""),
    .customEventTracked(name: ""), .inAppMessageInteracted(id: ""),
    .inAppMessageDismissed(id: ""), .inboxRefreshRequested, .inboxMessageRead(id: ""),
    .inboxMessageDeleted(id: ""), .responseReceived(request: 1, status: 201),
    .requestFailed(request: 1, reason: .offline), .timerFired(timer: .registration),
  ]

  // One switch, so that the compiler asks for every case; it is as long as the vocabulary.
  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobilePushEvent {
    switch self {
    case .readingsSet(let profile, let readings):
      v.word("readings_set", "The harness chose how to read the documents.")
      return .readingsSet(
        profile: try v("profile", profile), readings: try v("readings", readings))
    case .appLaunched(let state, let initialized, let device, let config):
      v.word("app_launched", "A process of the app started.")
      return .appLaunched(
        state: try v("state", state, standard: .foreground, "Who started it: user or system."),
        initialized: try v("initialized", initialized, standard: true, "False: nothing happens."),
        device: try v("device", device, "What changed about the device since last time."),
        config: try v("config", config, "What changed in the configuration since last time."))
    case .appForegrounded:
      v.word("app_foregrounded", "The user brought the app to the front.")
      return .appForegrounded
    case .appBackgrounded:
      v.word("app_backgrounded", "The app left the screen; its process lives on.")
      return .appBackgrounded
    case .appForceClosed:
      v.word("app_force_closed", "The user ended the process.")
      return .appForceClosed
    case .processTerminated:
      v.word("process_terminated", "The system ended the process.")
      return .processTerminated
    case .deviceChanged(let change):
      v.word("device_changed", "The system changed something about the device.")
      return .deviceChanged(try change.fields(&v))
    case .pushPermissionChanged(let optedIn):
      v.word("push_permission_changed", "The user permitted notifications or withdrew that.")
      return .pushPermissionChanged(optedIn: try v("opted_in", optedIn))
    case .deviceTokenReceived(let token):
      v.word("device_token_received", "The push service handed over a token.")
      return .deviceTokenReceived(token: try v("token", token))
    case .connectivityChanged(let online):
      v.word("connectivity_changed", "The device lost its network or got it back.")
      return .connectivityChanged(online: try v("online", online))
    case .wallClockChanged(let by):
      v.word("wall_clock_changed", "The wall clock was set; the log's clock is not affected.")
      return .wallClockChanged(by: try v("by", by, "How far it went; backwards if negative."))
    case .contactKeySet(let key):
      v.word("contact_key_set", "The app set the contact key.")
      return .contactKeySet(key: try v("key", key))
    case .attributeSet(let key, let value):
      v.word("attribute_set", "The app set an attribute of the contact.")
      return .attributeSet(key: try v("key", key), value: try v("value", value))
    case .attributeCleared(let key):
      v.word("attribute_cleared", "The app cleared an attribute, which is no longer sent.")
      return .attributeCleared(key: try v("key", key))
    case .tagAdded(let tag):
      v.word("tag_added", "The app added a tag.")
      return .tagAdded(tag: try v("tag", tag))
    case .tagRemoved(let tag):
      v.word("tag_removed", "The app removed a tag.")
      return .tagRemoved(tag: try v("tag", tag))
    case .pushEnabledSet(let enabled):
      v.word("push_enabled_set", "The app used its own switch for push.")
      return .pushEnabledSet(enabled: try v("enabled", enabled))
    case .registrationListenerAdded(let listener):
      v.word("registration_listener_added", "The app wants to be told of registrations.")
      return .registrationListenerAdded(listener: try v("listener", listener))
    case .registrationListenerRemoved(let listener):
      v.word("registration_listener_removed", "The app no longer wants to be told.")
      return .registrationListenerRemoved(listener: try v("listener", listener))
    case .notificationReceived(let id):
      v.word("notification_received", "A notification reached the device.")
      return .notificationReceived(id: try v("id", id))
    case .notificationOpened(let id):
      v.word("notification_opened", "The user opened a notification.")
      return .notificationOpened(id: try v("id", id))
    case .silentPushReceived(let content):
      v.word("silent_push_received", "A push without a notification woke the SDK.")
      return .silentPushReceived(content: try v("content", content, "in_app or inbox."))
    case .customEventTracked(let name, let attributes):
      v.word("custom_event_tracked", "The app tracked an event of its own.")
      return .customEventTracked(
        name: try v("name", name), attributes: try v("attributes", attributes))
    case .inAppMessageInteracted(let id, let button):
      v.word("in_app_message_interacted", "The user used the in-app message on screen.")
      return .inAppMessageInteracted(id: try v("id", id), button: try v("button", button))
    case .inAppMessageDismissed(let id):
      v.word("in_app_message_dismissed", "The in-app message left the screen.")
      return .inAppMessageDismissed(id: try v("id", id))
    case .inboxRefreshRequested:
      v.word("inbox_refresh_requested", "The app asked for the inbox to be fetched.")
      return .inboxRefreshRequested
    case .inboxMessageRead(let id):
      v.word("inbox_message_read", "The app says that a message was read.")
      return .inboxMessageRead(id: try v("id", id))
    case .inboxMessageDeleted(let id):
      v.word("inbox_message_deleted", "The app says that a message was deleted.")
      return .inboxMessageDeleted(id: try v("id", id))
    case .responseReceived(let request, let status, let retryAfter, let messages):
      v.word("response_received", "A request was answered.")
      return .responseReceived(
        request: try v("request", request), status: try v("status", status),
        retryAfter: try v("retry_after", retryAfter, "Whole seconds."),
        messages: try v("messages", messages, "What a fetch brought."))
    case .requestFailed(let request, let reason):
      v.word("request_failed", "A request was not answered.")
      return .requestFailed(request: try v("request", request), reason: try v("reason", reason))
    case .timerFired(let timer):
      v.word("timer_fired", "A timer fell due.")
      return .timerFired(timer: try v("timer", timer))
    }
  }
}
