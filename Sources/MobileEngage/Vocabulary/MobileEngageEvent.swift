import EventSourcing
import Platform

/// What happens to the Mobile Engage SDK on one device.
public enum MobileEngageEvent: Vocabulary {
  /// The harness chose the profile and how to read the document where it leaves things open.
  indirect case readingsSet(profile: String, readings: MobileEngageReadings)
  /// A process of the app started.
  indirect case appLaunched(
    state: LaunchState = .foreground, device: DeviceProfile? = nil,
    config: MobileEngageConfig? = nil)
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
  /// The app handed over the push service's token.
  case pushTokenReceived(token: Personal)
  /// The app no longer wants pushes.
  case pushTokenCleared
  /// The user signed in; without a field the configured one is meant.
  case contactSet(fieldID: Int64? = nil, value: Nullable<Personal>)
  /// The user signed out.
  case contactCleared
  /// The app tracked an event of its own.
  case eventTracked(name: String, attributes: TextMap<AttributeValue>? = nil)
  /// The app goes on under another application code.
  case applicationCodeChanged(code: String)
  /// The device lost its network or got it back.
  case connectivityChanged(online: Bool)
  /// The wall clock was set; the log's clock goes on as before.
  case wallClockChanged(by: TimeSpan)
  /// A request was answered.
  indirect case responseReceived(request: Int64, answer: MobileEngageAnswer)
  /// A request was not answered.
  case requestFailed(request: Int64, reason: NetworkFailure)
  /// A timer fell due.
  case timerFired(timer: MobileEngageTimer)
}

/// The timers of the SDK.
public enum MobileEngageTimer: String, Choice {
  /// When to try again what failed.
  case retry
}
