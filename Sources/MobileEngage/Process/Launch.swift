import EventSourcing
import Platform

// The consequences of launches, transitions and ends of the process for the features.

extension MobileEngageState {
  mutating func launch(
    _ launch: LaunchState, _ device: DeviceProfile?, _ config: MobileEngageConfig?,
    at now: Instant, _ effects: inout Effects<MobileEngageEffect>
  ) {
    // A crash leaves no record of its own: a process that still seems to live has ended unseen.
    if process.phase != .none { endProcess(at: now, &effects) }
    queue.retryNow()
    // Permission and the ids of the installation are the push service's business.
    if let device { client.change(device.change) }
    if let config { configure(config, &effects) }
    // Only a device that was unlocked shows an app.
    if launch == .foreground { process.unlock() }
    if process.isLocked { return process.launchLocked() }
    start(launch, at: now)
  }

  /// Does what each start does, once the storage can be read.
  mutating func start(_ launch: LaunchState, at now: Instant) {
    if settings.follows(.pushTokenSetAgainAtStart) { push.setAgain(queue: &queue) }
    checkClientAtStart()
    contact.linkAtStart(settings, queue: &queue)
    process.launch(launch)
    if launch == .foreground { trackStart(at: now) }
  }

  mutating func foreground(at now: Instant, _ effects: inout Effects<MobileEngageEffect>) {
    guard process.foreground() else { return effects.diagnose(.alreadyThere) }
    if settings.follows(.propertiesCheckedOnActivation) { checkClient() }
    trackStart(at: now)
  }

  mutating func background(at now: Instant, _ effects: inout Effects<MobileEngageEffect>) {
    guard process.background() else { return effects.diagnose(.alreadyThere) }
    events.endSession(at: now, queue: &queue)
  }

  /// Forgets what ends with a process; the outcome of its request stays unknown.
  mutating func endProcess(at now: Instant, _ effects: inout Effects<MobileEngageEffect>) {
    process.end()
    // A logout that still waits is forgotten; what the app asked for after it is not.
    while logout.defersCalls {
      logout.proceed()
      runDeferredCalls(at: now, &effects)
    }
    if case .client = traffic.inFlight?.payload { client.keep() }
    contact.endProcess()
    if settings.has(.contactForgottenAtRestart) { contact.forgetContact() }
    events.endProcess()
    traffic.endProcess()
  }

  mutating func connect(_ online: Bool) {
    process.connect(online)
    // Even if the device believed to be online: a request may have failed without a network.
    if online { queue.retryNow() }
  }

  private mutating func trackStart(at now: Instant) {
    events.trackStart(
      at: now, hasToken: contact.tokens != nil, settings, queue: &queue)
  }
}
