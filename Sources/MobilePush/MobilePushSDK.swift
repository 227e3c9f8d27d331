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

  /// Folds an event that happened at `instant`; who else took part and why is all the same here.
  public static func reduce(
    _ state: inout MobilePushState, _ event: MobilePushEvent, at instant: Instant,
    into effects: inout Effects<MobilePushEffect>
  ) {
    state.now = instant
    guard state.process.isRunning || !event.needsProcess else {
      // Answers, timers and calls of the app reach a living process only.
      effects.diagnose(state.process.phase == .none ? .noProcess : .notInitialized)
      return
    }
    fold(event, into: &state, &effects)
    effects.sort { $0.rank }
  }

  /// Hands each event to the feature that it concerns.
  private static func fold(
    _ event: Event, into state: inout State, _ effects: inout Effects<Effect>
  ) {
    switch event {
    case .readingsSet(let profile, let readings): state.adopt(readings, of: profile, &effects)
    case .appLaunched(let launch, let initialized, let device, let config):
      state.launch(launch, initialized: initialized, device, config, &effects)
    case .appForegrounded: state.foreground(&effects)
    case .appBackgrounded: state.background(&effects)
    case .appForceClosed, .processTerminated: state.endProcess(&effects)
    case .deviceChanged(let change): state.adopt(change, &effects)
    case .pushPermissionChanged(let optedIn): state.permit(optedIn, &effects)
    case .deviceTokenReceived(let token): state.receive(token, &effects)
    case .connectivityChanged(let online): state.connect(online, &effects)
    case .wallClockChanged(let span): state.moveWallClock(by: span, &effects)
    case .contactKeySet(let key): state.setContactKey(key.value, &effects)
    case .attributeSet(let key, let value):
      state.setAttribute(key.value, to: value.value, &effects)
    case .attributeCleared(let key): state.clearAttribute(key.value, &effects)
    case .tagAdded(let tag): state.addTag(tag.value, &effects)
    case .tagRemoved(let tag): state.removeTag(tag.value, &effects)
    case .pushEnabledSet(let enabled): state.switchPush(enabled, &effects)
    case .registrationListenerAdded(let listener): state.addListener(listener, &effects)
    case .registrationListenerRemoved(let listener): state.removeListener(listener, &effects)
    case .notificationReceived(let id): state.report(.notificationReceived, of: id, &effects)
    case .notificationOpened(let id): state.report(.notificationOpened, of: id, &effects)
    case .silentPushReceived(let content): state.wake(for: content, &effects)
    case .customEventTracked(let name, let attributes):
      state.track(name, attributes, &effects)
    case .inAppMessageInteracted(let id, let button):
      state.interact(with: id, button: button, &effects)
    case .inAppMessageDismissed(let id): state.dismiss(id, &effects)
    case .inboxRefreshRequested: state.refreshInbox(&effects)
    case .inboxMessageRead(let id): state.mark(id, as: .read, &effects)
    case .inboxMessageDeleted(let id): state.mark(id, as: .deleted, &effects)
    case .responseReceived(let request, let status, let retryAfter, let messages):
      let answer = Answer(status: status, retryAfter: retryAfter, messages: messages ?? [])
      state.settle(request, with: answer, &effects)
    case .requestFailed(let request, _): state.settle(request, with: nil, &effects)
    case .timerFired(let timer): state.fire(timer, &effects)
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

extension Effects where Effect == MobilePushEffect {
  /// Writes down why something was ignored, or what about it is questionable.
  mutating func diagnose(_ code: MobilePushDiagnosis, _ detail: String = "") {
    append(.diagnose(code: code, detail: detail))
  }
}
