import EventSourcing
import Platform

/// The Mobile Engage SDK on one device.
public enum MobileEngageSDK: Reducer {
  public typealias State = MobileEngageState
  public typealias Event = MobileEngageEvent
  public typealias Effect = MobileEngageEffect
  public typealias Config = MobileEngageConfig
  public typealias Readings = MobileEngageReadings

  public static var initial: MobileEngageState { MobileEngageState() }

  public static func reduce(
    _ state: inout MobileEngageState, _ event: RecordedEvent<MobileEngageEvent>,
    into effects: inout Effects<MobileEngageEffect>
  ) {
    reduce(&state, event.event, at: event.at, into: &effects)
  }

  /// Folds an event that happened at `instant`; its party and its cause play no part.
  public static func reduce(
    _ state: inout MobileEngageState, _ event: MobileEngageEvent, at instant: Instant,
    into effects: inout Effects<MobileEngageEffect>
  ) {
    guard state.process.phase.isRunning || !event.needsSDK(in: state.process.phase) else {
      // Answers, timers and calls of the app reach a living process only.
      effects.diagnose(state.process.phase == .locked ? .storageLocked : .noProcess)
      return
    }
    fold(event, at: instant, into: &state, &effects)
    state.continueLogout(at: instant, &effects)
    state.sendNext(at: instant, &effects)
    effects.sort()
  }

  /// Hands each event to the feature that it concerns; what leaves follows from the state.
  private static func fold(
    _ event: Event, at now: Instant, into state: inout State, _ effects: inout Effects<Effect>
  ) {
    switch event {
    case .readingsSet(let profile, let readings):
      if !state.settings.choose(readings, profile: profile) {
        effects.diagnose(.unknownProfile, profile)
      }
    case .appLaunched(let launch, let device, let config):
      state.launch(launch, device, config, at: now, &effects)
    case .appForegrounded: state.foreground(at: now, &effects)
    case .appBackgrounded: state.background(at: now, &effects)
    case .appForceClosed, .processTerminated: state.endProcess(at: now, &effects)
    case .appReinstalled(let data): state.reinstall(data, at: now, &effects)
    case .deviceRestarted: state.restart(at: now, &effects)
    case .deviceUnlocked: state.unlock(at: now)
    case .deviceChanged(let change): state.change(change)
    case .pushTokenReceived(let token): state.receive(.setPushToken(token), at: now, &effects)
    case .pushTokenCleared: state.receive(.clearPushToken, at: now, &effects)
    case .contactSet(let fieldID, let value):
      state.receive(.setContact(fieldID: fieldID, value: value.value), at: now, &effects)
    case .contactCleared: state.receive(.clearContact, at: now, &effects)
    case .eventTracked(let name, let attributes):
      state.receive(.track(name: name, attributes), at: now, &effects)
    case .applicationCodeChanged(let code):
      state.receive(.changeApplication(code: code), at: now, &effects)
    case .connectivityChanged(let online): state.connect(online)
    case .wallClockChanged:
      // Events are dated by the log's clock and waits are counted by it: nothing to do.
      break
    case .responseReceived(let request, let answer):
      state.finish(request, answer, at: now, &effects)
    case .requestFailed(let request, _): state.finish(request, nil, at: now, &effects)
    case .timerFired(.retry):
      if !state.traffic.fireTimer(at: now) { effects.diagnose(.unexpectedTimer) }
    }
  }
}

extension MobileEngageEvent {
  /// Whether only an SDK that runs can notice the event.
  func needsSDK(in phase: ProcessPhase) -> Bool {
    switch self {
    case .readingsSet, .appLaunched, .appReinstalled, .deviceRestarted, .deviceUnlocked,
      .deviceChanged, .connectivityChanged, .wallClockChanged:
      // What the system and the harness say holds without a process; calls wait for a launch.
      false
    case .appForceClosed, .processTerminated:
      // A process ends also while the SDK in it waits for its storage.
      phase == .none
    case .appForegrounded, .appBackgrounded, .pushTokenReceived, .pushTokenCleared, .contactSet,
      .contactCleared, .eventTracked, .applicationCodeChanged, .responseReceived, .requestFailed,
      .timerFired:
      true
    }
  }
}

extension Effects where Effect == MobileEngageEffect {
  /// Writes down why something was ignored, or what about it is questionable.
  mutating func diagnose(_ code: MobileEngageDiagnosis, _ detail: String = "") {
    append(.diagnose(code: code, detail: detail))
  }
}
