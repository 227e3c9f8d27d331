import EventSourcing
import Platform

/// The MobilePush SDK on one device.
public enum MobilePushSDK: Reducer {
  public typealias State = MobilePushState
  public typealias Event = MobilePushEvent
  public typealias Effect = MobilePushEffect
  public typealias Config = MobilePushConfig
  public typealias Readings = MobilePushReadings

  public static var initial: MobilePushState { MobilePushState() }

  public static func reduce(
    _ state: inout MobilePushState, _ event: RecordedEvent<MobilePushEvent>,
    into effects: inout Effects<MobilePushEffect>
  ) {
    reduce(&state, event.event, at: event.at, into: &effects)
  }

  /// Folds an event that happened at `instant`; its party and its cause play no part.
  public static func reduce(
    _ state: inout MobilePushState, _ event: MobilePushEvent, at instant: Instant,
    into effects: inout Effects<MobilePushEffect>
  ) {
    state.now = instant
    guard state.process.phase.isRunning || !event.needsProcess else {
      // Answers, timers and calls of the app reach a living process only.
      effects.append(.diagnose(code: state.process.diagnosis, detail: ""))
      return
    }
    var numbered = NumberedEffects(lastRequest: state.lastRequest)
    swap(&numbered.effects, &effects)
    fold(event, into: &state, &numbered)
    swap(&numbered.effects, &effects)
    state.lastRequest = numbered.lastRequest
    effects.sort()
  }

  /// Hands each event to the feature that it concerns.
  private static func fold(
    _ event: Event, into state: inout State, _ effects: inout NumberedEffects
  ) {
    let context = state.context
    switch event {
    case .readingsSet(let profile, let readings):
      state.readingsSet(readings, of: profile, &effects)
    case .appLaunched(let launch, let initialized, let device, let config):
      state.launch(launch, initialized: initialized, device, config, &effects)
    case .appForegrounded: state.foreground(&effects)
    case .appBackgrounded: state.background(&effects)
    case .appForceClosed, .processTerminated: state.processEnded(&effects)
    case .appReinstalled(let data): state.reinstalled(data)
    case .deviceRestarted: state.deviceRestarted()
    case .deviceUnlocked: state.deviceUnlocked(&effects)
    case .deviceChanged(let change):
      state.registration.deviceChanged(change, context, &effects)
    case .pushPermissionChanged(let optedIn): state.permissionChanged(optedIn: optedIn, &effects)
    case .deviceTokenReceived(let token):
      state.registration.tokenReceived(token, context, &effects)
    case .connectivityChanged(let online): state.connectivityChanged(online: online, &effects)
    case .wallClockChanged(let span): state.wallClockChanged(by: span, &effects)
    case .contactKeySet(let key):
      state.registration.setContactKey(key.value, context, &effects)
    case .attributeSet(let key, let value):
      state.registration.setAttribute(key.value, to: value.value, context, &effects)
    case .attributeCleared(let key):
      state.registration.clearAttribute(key.value, context, &effects)
    case .tagAdded(let tag):
      state.registration.addTag(tag.value, context, &effects)
    case .tagRemoved(let tag):
      state.registration.removeTag(tag.value, context, &effects)
    case .pushEnabledSet(let enabled): state.pushSwitched(on: enabled, &effects)
    case .registrationListenerAdded(let listener):
      state.registration.addListener(listener, &effects)
    case .registrationListenerRemoved(let listener):
      state.registration.removeListener(listener, &effects)
    case .notificationReceived(let id):
      state.notificationHandled(.notificationReceived, of: id, &effects)
    case .notificationOpened(let id, let button):
      state.notificationHandled(.notificationOpened, of: id, button: button, &effects)
    case .silentPushReceived(let content): state.silentPushReceived(content, &effects)
    case .customEventTracked(let name, let attributes): state.track(name, attributes, &effects)
    case .inAppMessageInteracted(let id, let button):
      state.inApp.interact(with: id, button: button, context, &state.analytics, &effects)
    case .inAppMessageDismissed(let id):
      state.inApp.dismiss(id, context, &state.analytics, &effects)
    case .inboxRefreshRequested: state.inbox.refresh(context, &effects)
    case .inboxMessageRead(let id):
      state.inbox.mark(id, as: .read, context, &state.analytics, &effects)
    case .inboxMessageDeleted(let id):
      state.inbox.mark(id, as: .deleted, context, &state.analytics, &effects)
    case .responseReceived(let request, let status, let retryAfter, let messages):
      let answer = Answer(status: status, retryAfter: retryAfter, messages: messages ?? [])
      state.requestEnded(request, with: answer, &effects)
    case .requestFailed(let request, _): state.requestEnded(request, with: nil, &effects)
    case .timerFired(let timer):
      state.registration.timerFired(timer, context, &effects)
    }
  }
}

extension MobilePushEvent {
  /// Whether only a living process, in which the SDK has initialized, can notice the event.
  var needsProcess: Bool {
    switch self {
    case .readingsSet, .appLaunched, .deviceChanged, .pushPermissionChanged,
      .deviceTokenReceived, .connectivityChanged, .wallClockChanged:
      // What the system and the harness say holds without a process; effects wait for a launch.
      false
    case .appReinstalled, .deviceRestarted, .deviceUnlocked:
      // These happen to the device, or to what the app has stored there.
      false
    case .appForceClosed, .processTerminated:
      // A process ends whether or not the SDK in it has initialized.
      false
    case .appForegrounded, .appBackgrounded, .contactKeySet, .attributeSet, .attributeCleared,
      .tagAdded, .tagRemoved, .pushEnabledSet, .registrationListenerAdded,
      .registrationListenerRemoved, .notificationReceived, .notificationOpened,
      .silentPushReceived, .customEventTracked, .inAppMessageInteracted, .inAppMessageDismissed,
      .inboxRefreshRequested, .inboxMessageRead, .inboxMessageDeleted, .responseReceived,
      .requestFailed, .timerFired:
      true
    }
  }
}
