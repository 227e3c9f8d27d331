import EventSourcing
import Platform

extension MobilePushEvent {
  // One switch, so that the compiler asks for every case; it is as long as the vocabulary.
  public func fields<V: Visitor>(_ v: inout V) throws(V.Failure) -> MobilePushEvent {
    switch self {
    case .readingsSet(let profile, let readings):
      .readingsSet(
        profile: try v("profile", profile, "The name of the profile."),
        readings: try v("readings", readings, "All readings that hold from now on."))
    case .appLaunched(let state, let initialized, let device, let config):
      .appLaunched(
        state: try v("state", state, default: .foreground, "Who started it: user or system."),
        initialized: try v("initialized", initialized, default: true, "False: nothing happens."),
        device: try v("device", device, "What changed about the device since last time."),
        config: try v("config", config, "What changed in the configuration since last time."))
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
      .wallClockChanged(by: try v("by", by, "How far it went; backwards if negative."))
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
        attributes: try v("attributes", attributes, "What the app knows about the event."))
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
        messages: try v("messages", messages, "What a fetch brought."))
    case .requestFailed(let request, let reason):
      .requestFailed(
        request: try v("request", request, "The number of the request."),
        reason: try v("reason", reason, "Why no answer came."))
    case .timerFired(let timer):
      .timerFired(timer: try v("timer", timer, "The name of the timer."))
    case .appForegrounded, .appBackgrounded, .appForceClosed, .processTerminated,
      .inboxRefreshRequested:
      self
    }
  }
}
