import EventSourcing
import Platform

/// The consequences of launches, transitions and ends of the process in all features.
extension MobilePushState {
  mutating func launch(
    _ launch: LaunchState, initialized: Bool, _ device: DeviceProfile?,
    _ change: MobilePushConfig?, _ effects: inout NumberedEffects
  ) {
    // A crash leaves no record of its own: a process that still seems to live has ended unseen.
    if process.phase != .none { endProcess() }
    if let device { apply(device, &effects) }
    if let change {
      let old = config
      config = change.filled(from: config)
      registration.configChanged(from: old, context, &effects)
    }
    // Only a device that was unlocked shows an app.
    if launch == .foreground { system.unlocked() }
    process.start(initialized: initialized, isLocked: system.isLocked)
    guard process.phase.isRunning else { return }
    registration.beginInstall(at: now)
    switch launch {
    case .foreground: openSession(&effects)
    case .background: resume(&effects)
    }
  }

  mutating func foreground(_ effects: inout NumberedEffects) {
    guard process.phase != .foreground else { return effects.diagnose(.alreadyThere) }
    openSession(&effects)
  }

  mutating func background(_ effects: inout NumberedEffects) {
    guard let duration = process.moveToBackground(at: now) else {
      return effects.diagnose(.alreadyThere)
    }
    registration.diagnoseDelay(context, &effects)
    analytics.record(.appClosed, context) { $0.duration = duration }
    analytics.flushTransition(context, &effects)
  }

  mutating func processEnded(_ effects: inout NumberedEffects) {
    guard process.phase != .none else { return effects.diagnose(.noProcess) }
    endProcess()
  }

  mutating func connectivityChanged(online: Bool, _ effects: inout NumberedEffects) {
    let isBack = online && !system.online
    system.connectivityChanged(online: online)
    guard process.phase.isRunning else { return }
    if isBack { push.repeatRequest(context, &effects) }
    resume(&effects)
  }

  /// Does everything that coming to the front leads to; requests take their numbers in this order.
  private mutating func openSession(_ effects: inout NumberedEffects) {
    process.moveToForeground(at: now)
    let context = context
    push.appOpened(context, &effects)
    registration.sendIfDue(context, &effects)
    analytics.record(.appOpened, context)
    analytics.flushTransition(context, &effects)
    inApp.fetch(.sessionStart, context, &effects)
    inbox.fetch(.foreground, context, &effects)
    inbox.notifyIfChanged(context, &effects)
  }

  /// Does what is due and nothing else.
  mutating func resume(_ effects: inout NumberedEffects) {
    let context = context
    registration.sendIfDue(context, &effects)
    inApp.resume(context, &effects)
    inbox.resume(context, &effects)
  }

  private mutating func apply(_ device: DeviceProfile, _ effects: inout NumberedEffects) {
    if let optedIn = device.optedIn { permissionChanged(optedIn: optedIn, &effects) }
    registration.deviceChanged(device.change, context, &effects)
    registration.identify(
      deviceID: device.deviceID, registrationID: device.registrationID, context, &effects)
  }

  mutating func endProcess() {
    process.end()
    push.processEnded()
    registration.processEnded()
    if context.has(.pendingChangeLost) { registration.forgetPending() }
    analytics.processEnded()
    inApp.processEnded()
    inbox.processEnded()
  }
}
