import EventSourcing
import Platform

extension MobilePushState {
  mutating func launch(
    _ launch: LaunchState, initialized: Bool, _ device: DeviceProfile?,
    _ change: MobilePushConfig?, _ effects: inout Effects<MobilePushEffect>
  ) {
    // A crash leaves no record of its own: a process that still seems to live has ended unseen.
    forgetProcess()
    if let device { adopt(device, &effects) }
    if let change { adopt(change, &effects) }
    guard initialized else {
      process.phase = .uninitialized
      return
    }
    if registration.attempts == 0, registration.changedAt == nil {
      registration.changedAt = now
    }
    switch launch {
    case .foreground:
      openSession(&effects)
    case .background:
      process.phase = .background
      resume(&effects)
    }
  }

  mutating func foreground(_ effects: inout Effects<MobilePushEffect>) {
    guard process.phase != .foreground else { return effects.diagnose(.alreadyThere) }
    openSession(&effects)
  }

  mutating func background(_ effects: inout Effects<MobilePushEffect>) {
    guard let since = process.foregroundSince else { return effects.diagnose(.alreadyThere) }
    process.phase = .background
    process.foregroundSince = nil
    let duration = now - since
    enter(.appClosed) { $0.duration = duration }
    flush(&effects)
  }

  mutating func endProcess(_ effects: inout Effects<MobilePushEffect>) {
    guard process.phase != .none else { return effects.diagnose(.noProcess) }
    forgetProcess()
  }

  mutating func connect(_ online: Bool, _ effects: inout Effects<MobilePushEffect>) {
    system.online = online
    guard process.isRunning else { return }
    resume(&effects)
  }

  mutating func adopt(
    _ readings: MobilePushReadings, of profile: String,
    _ effects: inout Effects<MobilePushEffect>
  ) {
    self.profile = profile
    self.readings = readings
    settleRegistration(&effects)
  }

  /// Everything that coming to the front leads to; requests take their numbers in this order.
  private mutating func openSession(_ effects: inout Effects<MobilePushEffect>) {
    process.phase = .foreground
    process.foregroundSince = now
    requestToken(&effects)
    settleRegistration(&effects)
    enter(.appOpened)
    flush(&effects)
    fetchInApp(.sessionStart, &effects)
    fetchInbox(.foreground, &effects)
    tellInbox(&effects)
  }

  /// Does what is due and nothing else.
  private mutating func resume(_ effects: inout Effects<MobilePushEffect>) {
    settleRegistration(&effects)
    if let reason = inApp.waiting { fetchInApp(reason, &effects) }
    if let reason = inbox.waiting { fetchInbox(reason, &effects) }
  }

  /// Forgets what ends with a process; the outcome of its requests stays unknown.
  private mutating func forgetProcess() {
    process = AppProcess()
    registration.inFlight = nil
    registration.timers = RegistrationTimers()
    analytics.inFlight = nil
    inApp.inFlight.removeAll()
    inApp.showing = nil
    inbox.inFlight.removeAll()
  }
}
