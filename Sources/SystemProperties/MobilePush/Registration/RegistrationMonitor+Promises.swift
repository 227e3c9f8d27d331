import EventSourcing
import MobilePush
import Properties
import Rules
import Simulation
import Systems

extension RegistrationMonitor {
  /// Opens a promise where a change can leave, and drops it where something is in the way.
  mutating func updatePromise(
    _ origin: RegistrationModel.Origin, at now: Instant, _ seq: Int64
  ) {
    guard model.isRunning, model.isOnline, model.isGateOpen, model.retryAt == nil else {
      promise = nil
      return
    }
    let isRepeated = model.isUnacknowledged && model.inFlight == nil && !model.isRefused
    if promise == nil, model.changedAt != nil || isRepeated {
      promise = Promise(since: now, origin: origin, seq: seq)
    }
  }

  /// The time within which a registration has to leave.
  private static var limit: TimeSpan { .minutes(1) }

  var deadline: Instant? { promise.map { $0.since + Self.limit } }

  mutating func deadlinePassed(at now: Instant, _ verdicts: inout Verdicts) {
    guard let promise else { return }
    self.promise = nil
    // A request that hangs for the whole minute waives the promise: one is on its way at a time.
    if model.inFlight != nil { return verdicts.met(Claims.hangingRequest) }
    if model.isClean { return model.forgetUndoneChange() }
    verdicts.broken(
      promise.origin.claim, by: [Witness(seq: promise.seq, at: promise.since)],
      because: "Nothing left within \(Self.limit.text) after it.")
  }

  mutating func stepEnded(in world: RunWorld, _ verdicts: inout Verdicts) {
    if lastEvent != .other {
      judgeState(
        world.state.device(device).registration,
        delays: world.state.device(device).config.delaysRegistration, at: world.now, &verdicts)
    }
    stepEnded(at: world.now, &verdicts)
    judgeWakeUp(world, &verdicts)
  }

  mutating func stepEnded(at now: Instant, _ verdicts: inout Verdicts) {
    judgeFirst(at: now, &verdicts)
    switch lastEvent {
    case .idleCall: verdicts.met(Claims.equalValue)
    case .answer(_, failed: true): verdicts.met(Claims.backOff)
    case .launch, .processEnd, .call, .systemChange, .answer, .other: break
    }
    lastEvent = .other
  }

  mutating func converge(in world: RunWorld, _ verdicts: inout Verdicts) {
    let isRefused = model.isRefused && model.changedAt == nil
    guard model.isRunning, model.isOnline, model.isGateOpen, !isRefused,
      world.answersArrive(within: world.state.device(device).config.requestTimeout)
    else { return }
    verdicts.met(Claims.arrives)
    let place = Witness(seq: lastSeq, at: world.now)
    if model.isPending || world.state.device(device).registration.isPending {
      return verdicts.broken(Claims.arrives, by: [place], because: "A change is still pending.")
    }
    let body = model.record.body
    guard case .backends = world.answering, let id = body.deviceID else { return }
    // Two installs with one device id overwrite each other at Engagement, and a former installation
    // may have had it.
    let sharing = world.state.devices.entries.count {
      $0.state.registration.record.value.deviceID == id || $0.state.system.reinstallations != nil
    }
    let known = world.state.backend.value.engagement.value.receivedDevice(id)
    verdicts.broken(
      Claims.arrives, if: sharing == 1 && known?.token != body.deviceToken, by: [place],
      because: "Engagement has another token of the device.")
    if sharing == 1, let key = body.subscriberKey, known?.contact != key {
      verdicts.broken(
        Claims.arrives, by: [place], because: "Engagement has another contact for the device.")
    }
  }

  private func judgeFirst(at now: Instant, _ verdicts: inout Verdicts) {
    guard model.attempts == 0, model.isRunning else { return }
    verdicts.judge(
      Claims.first, brokenIf: model.isOnline && model.isGateOpen,
      by: [Witness(seq: lastSeq, at: now)], because: "Nothing holds it back, and it does not leave."
    )
  }

  private func judgeWakeUp(_ world: RunWorld, _ verdicts: inout Verdicts) {
    guard model.isPending, model.isRunning else { return }
    let isSuspended = model.isRefused && model.changedAt == nil
    let isAsleep = model.inFlight == nil && world.engine.parties[place].timers.isEmpty
    verdicts.judge(
      Claims.wakeUp, brokenIf: isAsleep && model.isOnline && model.isGateOpen && !isSuspended,
      by: [Witness(seq: lastSeq, at: world.now)],
      because: "No request is open and no timer is set.")
  }
}
