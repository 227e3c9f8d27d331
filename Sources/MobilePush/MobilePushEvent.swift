import EventSourcing
import Platform

/// What happens to the SDK on one device.
public enum MobilePushEvent: Vocabulary {
  /// The harness chose how to read the documents where they leave it open.
  indirect case readingsSet(profile: String, readings: MobilePushReadings)
  /// A process of the app started.
  indirect case appLaunched(
    state: LaunchState = .foreground, initialized: Bool = true, device: DeviceProfile? = nil,
    config: MobilePushConfig? = nil)
  /// The user brought the app to the front.
  case appForegrounded
  /// The app left the screen; its process lives on.
  case appBackgrounded
  /// The user ended the process.
  case appForceClosed
  /// The system ended the process.
  case processTerminated
  /// The system changed something about the device.
  indirect case deviceChanged(DeviceChange)
  /// The user gave or withdrew the permission to send notifications.
  case pushPermissionChanged(optedIn: Bool)
  /// The push service handed over a token.
  case deviceTokenReceived(token: Personal)
  /// The device lost its network or got it back.
  case connectivityChanged(online: Bool)
  /// The wall clock was set; the log's clock goes on as before.
  case wallClockChanged(by: TimeSpan)
  /// The app set the contact key.
  case contactKeySet(key: Nullable<Personal>)
  /// The app set an attribute.
  case attributeSet(key: Nullable<String>, value: Nullable<AttributeValue>)
  /// The app cleared an attribute.
  case attributeCleared(key: Nullable<String>)
  /// The app added a tag.
  case tagAdded(tag: Nullable<String>)
  /// The app removed a tag.
  case tagRemoved(tag: Nullable<String>)
  /// The app used its own switch for push.
  case pushEnabledSet(enabled: Bool)
  /// The app added a listener for registrations (REG-14).
  case registrationListenerAdded(listener: String)
  /// The app removed a listener.
  case registrationListenerRemoved(listener: String)
  /// A notification reached the device.
  case notificationReceived(id: String)
  /// The user opened a notification, or used a button of it (PUSH-4).
  case notificationOpened(id: String, button: String? = nil)
  /// A push without a notification said what there is to fetch.
  case silentPushReceived(content: String)
  /// The app tracked an event of its own.
  case customEventTracked(name: String, attributes: TextMap<AttributeValue>? = nil)
  /// The user used the in-app message on screen.
  case inAppMessageInteracted(id: String, button: String? = nil)
  /// The in-app message left the screen.
  case inAppMessageDismissed(id: String)
  /// The app asked for the inbox to be fetched.
  case inboxRefreshRequested
  /// The app says that a message was read.
  case inboxMessageRead(id: String)
  /// The app says that a message was deleted.
  case inboxMessageDeleted(id: String)
  /// A request was answered.
  case responseReceived(
    request: Int64, status: Int64, retryAfter: Int64? = nil, messages: [DownloadedMessage]? = nil)
  /// A request was not answered.
  case requestFailed(request: Int64, reason: NetworkFailure)
  /// A timer fell due.
  case timerFired(timer: MobilePushTimer)
}

/// The timers of the SDK.
public enum MobilePushTimer: String, Choice {
  /// When to send what has changed.
  case registration
  /// When to try a registration again.
  case registrationRetry = "registration_retry"
}
