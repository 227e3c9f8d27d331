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
    state.now = event.at
    guard state.process.phase.isRunning || !event.event.needsProcess else {
      // Answers, timers and calls of the app reach a living process only.
      effects.diagnose(.noProcess)
      return
    }
    fold(event.event, into: &state, &effects)
    state.sendNext(&effects)
    effects.sort { $0.rank }
  }

  /// Hands each event to the feature that it concerns; what leaves follows from the state.
  private static func fold(
    _ event: Event, into state: inout State, _ effects: inout Effects<Effect>
  ) {
    switch event {
    case .readingsSet(let profile, let readings): state.adopt(readings, of: profile, &effects)
    case .appLaunched(let launch, let device, let config): state.launch(launch, device, config)
    case .appForegrounded: state.foreground(&effects)
    case .appBackgrounded: state.background(&effects)
    case .appForceClosed, .processTerminated: state.endProcess(&effects)
    case .deviceChanged(let change): state.change(change)
    case .pushTokenReceived(let token): state.receive(token, &effects)
    case .pushTokenCleared: state.clearPushToken(&effects)
    case .contactSet(let fieldID, let value): state.setContact(fieldID, value.value, &effects)
    case .contactCleared: state.clearContact(&effects)
    case .eventTracked(let name, let attributes): state.track(name, attributes, &effects)
    case .applicationCodeChanged(let code): state.changeApplication(to: code, &effects)
    case .connectivityChanged(let online): state.connect(online)
    case .wallClockChanged:
      // Events are dated by the log's clock and waits are counted by it: nothing to do.
      break
    case .responseReceived(let request, let answer): state.settle(request, with: answer, &effects)
    case .requestFailed(let request, _): state.settle(request, with: nil, &effects)
    case .timerFired(let timer): state.fire(timer, &effects)
    }
  }
}

extension MobileEngageEvent {
  /// Whether only a living process can notice the event.
  var needsProcess: Bool {
    switch self {
    case .readingsSet, .appLaunched, .deviceChanged, .connectivityChanged, .wallClockChanged:
      // What the system and the harness say holds without a process; calls wait for a launch.
      false
    case .appForegrounded, .appBackgrounded, .appForceClosed, .processTerminated,
      .pushTokenReceived, .pushTokenCleared, .contactSet, .contactCleared, .eventTracked,
      .applicationCodeChanged, .responseReceived, .requestFailed, .timerFired:
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
