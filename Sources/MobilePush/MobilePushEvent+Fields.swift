import EventSourcing
import Platform

extension MobilePushEvent {
  public static func sample(of name: Name) -> MobilePushEvent {
    switch name {
    case .readingsSet: .readingsSet(profile: "", readings: .sample)
    case .appLaunched: .appLaunched()
    case .appForegrounded: .appForegrounded
    case .appBackgrounded: .appBackgrounded
    case .appForceClosed: .appForceClosed
    case .processTerminated: .processTerminated
    case .deviceChanged: .deviceChanged(.sample)
    case .pushPermissionChanged: .pushPermissionChanged(optedIn: true)
    case .deviceTokenReceived: .deviceTokenReceived(token: "")
    case .connectivityChanged: .connectivityChanged(online: true)
    case .wallClockChanged: .wallClockChanged(by: .zero)
    case .contactKeySet: .contactKeySet(key: "")
    case .attributeSet: .attributeSet(key: "", value: "")
    case .attributeCleared: .attributeCleared(key: "")
    case .tagAdded: .tagAdded(tag: "")
    case .tagRemoved: .tagRemoved(tag: "")
    case .pushEnabledSet: .pushEnabledSet(enabled: true)
    case .registrationListenerAdded: .registrationListenerAdded(listener: "")
    case .registrationListenerRemoved: .registrationListenerRemoved(listener: "")
    case .notificationReceived: .notificationReceived(id: "")
    case .notificationOpened: .notificationOpened(id: "")
    case .silentPushReceived: .silentPushReceived(content: "")
    case .customEventTracked: .customEventTracked(name: "")
    case .inAppMessageInteracted: .inAppMessageInteracted(id: "")
    case .inAppMessageDismissed: .inAppMessageDismissed(id: "")
    case .inboxRefreshRequested: .inboxRefreshRequested
    case .inboxMessageRead: .inboxMessageRead(id: "")
    case .inboxMessageDeleted: .inboxMessageDeleted(id: "")
    case .responseReceived: .responseReceived(request: 1, status: 201)
    case .requestFailed: .requestFailed(request: 1, reason: .offline)
    case .timerFired: .timerFired(timer: .registration)
    }
  }

  // One switch, so that the compiler asks for every case; it is as long as the vocabulary.
  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobilePushEvent {
    switch self {
    case .readingsSet(let profile, let readings):
      .readingsSet(
        profile: try v("profile", profile), readings: try v("readings", readings))
    case .appLaunched(let state, let initialized, let device, let config):
      .appLaunched(
        state: try v("state", state, default: .foreground, "Who started it: user or system."),
        initialized: try v("initialized", initialized, default: true, "False: nothing happens."),
        device: try v("device", device, "What changed about the device since last time."),
        config: try v("config", config, "What changed in the configuration since last time."))
    case .deviceChanged(let change):
      .deviceChanged(try change.fields(&v))
    case .pushPermissionChanged(let optedIn):
      .pushPermissionChanged(optedIn: try v("opted_in", optedIn))
    case .deviceTokenReceived(let token):
      .deviceTokenReceived(token: try v("token", token))
    case .connectivityChanged(let online):
      .connectivityChanged(online: try v("online", online))
    case .wallClockChanged(let by):
      .wallClockChanged(by: try v("by", by, "How far it went; backwards if negative."))
    case .contactKeySet(let key):
      .contactKeySet(key: try v("key", key))
    case .attributeSet(let key, let value):
      .attributeSet(key: try v("key", key), value: try v("value", value))
    case .attributeCleared(let key):
      .attributeCleared(key: try v("key", key))
    case .tagAdded(let tag):
      .tagAdded(tag: try v("tag", tag))
    case .tagRemoved(let tag):
      .tagRemoved(tag: try v("tag", tag))
    case .pushEnabledSet(let enabled):
      .pushEnabledSet(enabled: try v("enabled", enabled))
    case .registrationListenerAdded(let listener):
      .registrationListenerAdded(listener: try v("listener", listener))
    case .registrationListenerRemoved(let listener):
      .registrationListenerRemoved(listener: try v("listener", listener))
    case .notificationReceived(let id):
      .notificationReceived(id: try v("id", id))
    case .notificationOpened(let id, let button):
      .notificationOpened(
        id: try v("id", id), button: try v("button", button, "The button that was used."))
    case .silentPushReceived(let content):
      .silentPushReceived(content: try v("content", content, "in_app or inbox."))
    case .customEventTracked(let name, let attributes):
      .customEventTracked(
        name: try v("name", name), attributes: try v("attributes", attributes))
    case .inAppMessageInteracted(let id, let button):
      .inAppMessageInteracted(id: try v("id", id), button: try v("button", button))
    case .inAppMessageDismissed(let id):
      .inAppMessageDismissed(id: try v("id", id))
    case .inboxMessageRead(let id):
      .inboxMessageRead(id: try v("id", id))
    case .inboxMessageDeleted(let id):
      .inboxMessageDeleted(id: try v("id", id))
    case .responseReceived(let request, let status, let retryAfter, let messages):
      .responseReceived(
        request: try v("request", request), status: try v("status", status),
        retryAfter: try v("retry_after", retryAfter, "Whole seconds."),
        messages: try v("messages", messages, "What a fetch brought."))
    case .requestFailed(let request, let reason):
      .requestFailed(request: try v("request", request), reason: try v("reason", reason))
    case .timerFired(let timer):
      .timerFired(timer: try v("timer", timer))
    case .appForegrounded, .appBackgrounded, .appForceClosed, .processTerminated,
      .inboxRefreshRequested:
      self
    }
  }
}
