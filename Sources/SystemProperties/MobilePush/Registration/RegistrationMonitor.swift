import EventSourcing
import MobilePush
import Properties
import Rules
import Simulation
import Systems

/// Holds the registrations of one device against a model of what its records allow.
struct RegistrationMonitor: Monitor {
  typealias S = MobilePushSystem
  typealias Claims = RegistrationClaims

  static let events: [MobilePushWorldEvent.Name] = [
    .appLaunched, .appForceClosed, .processTerminated, .appReinstalled, .deviceRestarted,
    .deviceUnlocked, .deviceChanged, .pushPermissionChanged,
    .deviceTokenReceived, .connectivityChanged, .contactKeySet, .attributeSet, .attributeCleared,
    .tagAdded, .tagRemoved, .pushEnabledSet, .responseReceived, .requestFailed, .timerFired,
  ].map { .device($0) }
  static let effects = S.deviceEffects.filter { $0.role != .timer }
  static let looksAtStates = true
  static let keepsDeadlines = true

  /// A change that has to leave while nothing is in the way.
  struct Promise: Hashable {
    var since: Instant
    var origin: RegistrationModel.Origin
    @Incidental var seq: Int64
  }

  var model: RegistrationModel
  var promise: Promise?
  /// The kind of the last event, for the look at the state after it.
  var lastEvent = LastEvent.other
  @Incidental var lastSeq: Int64 = 0
  @Incidental var lastAttemptSeq: Int64 = 0
  /// The device's place among the parties of the world.
  @Incidental private(set) var place: Int
  @Incidental private(set) var device: String

  /// The part of the state that an event may have changed.
  enum LastEvent: Hashable {
    case launch, processEnd, call, idleCall, systemChange, answer(wasOpen: Bool, failed: Bool),
      other
  }

  init(_ setting: RunSetting<MobilePushSystem>, device place: Int) {
    model = RegistrationModel(setting.readings)
    self.place = place
    device = setting.devices[place].name
  }

  mutating func observe(_ event: Event, _ verdicts: inout Verdicts) {
    guard case .device(let own) = event.event else { return }
    lastSeq = event.seq
    let wasAwaitingKey = model.awaitsKey
    let wasClean = model.isClean
    let wasInFlight = model.inFlight != nil
    let change = follow(own, at: event.at)
    if change != nil {
      // A change that was undone before it left is forgotten once its minute is over.
      if wasClean {
        model.forgetUndoneChange()
        promise = nil
      }
      if wasInFlight { witnessChange(own, &verdicts) }
      model.noteChange(at: event.at)
      if model.awaitsKey, model.isRunning { verdicts.met(Claims.delay) }
    }
    let origin = wasAwaitingKey && !model.awaitsKey ? .contactKey : change ?? .app
    updatePromise(origin, at: event.at, event.seq)
    if wasInFlight, !model.isRunning { verdicts.met(Claims.endInFlight) }
    if promise?.seq == event.seq { verdicts.met(promise?.origin.claim ?? .change) }
  }

  mutating func observe(_ effect: Effect, _ verdicts: inout Verdicts) {
    guard case .device(let own) = effect.effect else { return }
    if case .idleCall = lastEvent, effect.cause == lastSeq {
      verdicts.broken(
        Claims.equalValue, by: [Witness(seq: lastSeq, at: effect.at), Witness(effect)],
        because: "The call changed nothing of the record, and \(own.name) follows from it.")
    }
    if case .sendRegistration(let request, let reason, let body) = own {
      judge(effect, request, reason, body, &verdicts)
      model.send(request, body, at: effect.at)
      lastAttemptSeq = effect.seq
      promise = nil
    }
  }

  /// Follows what an event does to the model; whose change it was, if it was one.
  private mutating func follow(
    _ event: MobilePushEvent, at now: Instant
  ) -> RegistrationModel.Origin? {
    lastEvent = .other
    switch event {
    case .appLaunched(let state, let initialized, let device, let config):
      let before = model.record.shared
      let isUndone = model.launch(state, initialized: initialized, device, config, at: now)
      if isUndone { promise = nil }
      lastEvent = .launch
      return model.record.shared != before ? .system : nil
    case .appForceClosed, .processTerminated:
      model.endProcess()
      lastEvent = .processEnd
      return nil
    case .appReinstalled(let data):
      model.reinstall(data)
      promise = nil
      lastEvent = .processEnd
      return nil
    case .deviceRestarted:
      model.restart()
      lastEvent = .processEnd
      return nil
    case .deviceUnlocked:
      model.unlock(at: now)
      return nil
    case .connectivityChanged(let online):
      model.isOnline = online
      return nil
    case .deviceChanged(let change):
      lastEvent = .systemChange
      return model.record.change(change) ? .system : nil
    case .pushPermissionChanged(let optedIn):
      lastEvent = .systemChange
      return model.record.permit(optedIn) ? .system : nil
    case .deviceTokenReceived(let token):
      lastEvent = .systemChange
      return model.handlesPush && model.record.receive(token: token) ? .system : nil
    case .responseReceived(let request, let status, let retryAfter, _):
      answered(request, status: status, retryAfter: retryAfter, at: now)
      return nil
    case .requestFailed(let request, _):
      answered(request, status: nil, retryAfter: nil, at: now)
      return nil
    case .readingsSet, .appForegrounded, .appBackgrounded, .wallClockChanged, .contactKeySet,
      .attributeSet, .attributeCleared, .tagAdded, .tagRemoved, .pushEnabledSet,
      .registrationListenerAdded, .registrationListenerRemoved, .notificationReceived,
      .notificationOpened, .silentPushReceived, .customEventTracked, .inAppMessageInteracted,
      .inAppMessageDismissed, .inboxRefreshRequested, .inboxMessageRead, .inboxMessageDeleted,
      .timerFired:
      guard model.isRunning, let changed = model.record.call(event) else { return nil }
      lastEvent = changed ? .call : .idleCall
      return changed ? .app : nil
    }
  }

  private mutating func answered(
    _ request: Int64, status: Int64?, retryAfter: Int64?, at now: Instant
  ) {
    guard model.isRunning else { return }
    let wasOpen = request == model.inFlight
    if wasOpen { model.end(status: status, retryAfter: retryAfter, at: now) }
    lastEvent = .answer(wasOpen: wasOpen, failed: wasOpen && model.isFailing)
  }

  func relative(to now: Instant) -> RegistrationMonitor {
    var copy = self
    copy.model.move(to: now)
    copy.promise?.since = (promise?.since ?? now).relative(to: now, within: .minutes(1))
    return copy
  }
}

extension RegistrationModel.Origin {
  var claim: RegistrationClaims {
    switch self {
    case .app: .change
    case .system: .systemChange
    case .contactKey: .delayOver
    }
  }
}
