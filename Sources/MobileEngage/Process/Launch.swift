import EventSourcing
import Platform

extension MobileEngageState {
  mutating func launch(
    _ launch: LaunchState, _ device: DeviceProfile?, _ change: MobileEngageConfig?
  ) {
    // A crash leaves no record of its own: a process that still seems to live has ended unseen.
    forgetProcess()
    giveOccasion()
    // Permission and the ids of the installation are the push service's business.
    if let device { client.properties = device.change.filled(from: client.properties) }
    if let change { adopt(change) }
    application.launched = true
    if follows(.pushTokenOfferedAtStart), let token = push.token { register(token) }
    checkClient()
    linkAtStart()
    switch launch {
    case .background: process.phase = .background
    case .foreground:
      process.phase = .foreground
      trackStart()
    }
  }

  mutating func foreground(_ effects: inout Effects<MobileEngageEffect>) {
    guard process.phase != .foreground else { return effects.diagnose(.alreadyThere) }
    process.phase = .foreground
    if follows(.propertiesCheckedOnActivation) { checkClient() }
    trackStart()
  }

  mutating func background(_ effects: inout Effects<MobileEngageEffect>) {
    guard process.phase == .foreground else { return effects.diagnose(.alreadyThere) }
    process.phase = .background
    endSession()
  }

  mutating func endProcess(_ effects: inout Effects<MobileEngageEffect>) {
    forgetProcess()
  }

  mutating func connect(_ online: Bool) {
    self.online = online
    // Even if the device believed to be online: a request may have failed without a network.
    if online { giveOccasion() }
  }

  mutating func adopt(
    _ readings: MobileEngageReadings, of name: String,
    _ effects: inout Effects<MobileEngageEffect>
  ) {
    self.readings = readings
    guard let profile = MobileEngageProfile(rawValue: name) else {
      return effects.diagnose(.unknownProfile, name)
    }
    self.profile = profile
  }

  private mutating func adopt(_ change: MobileEngageConfig) {
    let old = config
    config = change.filled(from: config)
    guard let code = config.applicationCode, code != old.applicationCode else { return }
    guard application.launched else {
      application.code = code
      return
    }
    config.applicationCode = old.applicationCode
    changeApplication(to: code)
  }

  /// Forgets what ends with a process; the outcome of its request stays unknown.
  private mutating func forgetProcess() {
    if case .client(let properties) = traffic.inFlight?.cargo { distrust(properties) }
    process = ProcessState()
    traffic.inFlight = nil
    traffic.unauthorized = nil
    traffic.refreshes = 0
    traffic.retryDue = nil
  }
}
