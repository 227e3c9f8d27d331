import EventSourcing
import MobilePush
import Platform
import Properties

/// The knowledge about a device's registrations that its records alone give.
struct RegistrationModel: Hashable {
  /// The origin of a change that waits to leave.
  enum Origin: Hashable { case app, system, contactKey }

  /// The readings, which are the same for the whole run.
  @Incidental private(set) var readings: MobilePushReadings
  var record = ExpectedRecord()
  private var process = DeviceProcess()
  var isOnline = true
  var delays = false
  /// The switch of the last configuration that said it; `nil` before the first one.
  private var push: Bool?

  /// The number of attempts, as far as it matters: none, one, more.
  private(set) var attempts = 0
  private(set) var lastAttempt: Instant?
  private(set) var inFlight: Int64?
  private(set) var sent: Shared<RegistrationBody>?
  private(set) var acknowledged: Shared<RegistrationBody>?
  /// Whether an attempt was made since the last 2xx.
  private(set) var isUnacknowledged = false
  /// Whether the server refused the last body, so that it is not repeated.
  private(set) var isRefused = false
  private(set) var failures: Int64 = 0
  /// The wait of the schedule after the last failure of the streak.
  private(set) var wait = TimeSpan.zero
  private(set) var retryAt: Instant?
  /// The first change that has not left.
  private(set) var changedAt: Instant?

  init(_ readings: MobilePushReadings) { self.readings = readings }

  var isRunning: Bool { process.isRunning }

  var handlesPush: Bool { push ?? true }

  /// Whether a change is not yet acknowledged, in flight included.
  var isPending: Bool {
    isUnacknowledged || changedAt != nil && record.shared != acknowledged
  }

  /// Whether an attempt has failed and is to be repeated.
  var isFailing: Bool { failures > 0 }

  /// Whether the record was acknowledged as it is, and nothing was sent since.
  var isClean: Bool { !isUnacknowledged && record.shared == acknowledged }

  /// Whether the flag holds everything back for want of a key.
  var awaitsKey: Bool { delays && record.body.subscriberKey == nil }

  /// Whether what only an event can open is open.
  var isGateOpen: Bool {
    !awaitsKey
      && !(readings.firstWaitsForToken && attempts == 0 && record.body.deviceToken == nil
        && record.isPermitted && handlesPush)
  }

  /// Starts a process, and says whether the permission that it finds undoes all that had not left.
  mutating func launch(
    _ state: LaunchState, initialized: Bool, _ device: DeviceProfile?,
    _ config: MobilePushConfig?, at now: Instant
  ) -> Bool {
    endProcess()
    let isFirst = push == nil
    push = config?.push ?? push
    if let delay = config?.delayRegistrationUntilContactKeyIsSet { delays = delay }
    let wasClean = isClean
    let isPermissionChanged = device?.optedIn.map { record.permit($0) } ?? false
    let isUndone = !wasClean && isClean
    if isUndone { forgetUndoneChange() }
    // A token that came before the first configuration counts only if push is on.
    let isDropped = isFirst && !handlesPush && record.dropToken()
    let isChanged =
      record.launched(device, appID: config?.appID) || isPermissionChanged || isDropped
    process.launch(state, initialized: initialized)
    if isChanged || isRunning && attempts == 0 { noteChange(at: now) }
    return isUndone
  }

  mutating func restart() {
    endProcess()
    process.lock()
  }

  mutating func unlock(at now: Instant) {
    if process.unlock(), attempts == 0 { noteChange(at: now) }
  }

  /// Forgets all but what the system says, where none of the app's data is there.
  mutating func reinstall(_ data: StoredData) {
    endProcess()
    guard data == .none else { return }
    var fresh = RegistrationModel(readings)
    fresh.isOnline = isOnline
    fresh.process = process
    fresh.record = record.reinstalled
    self = fresh
  }

  /// The outcome of the attempt in flight stays unknown.
  mutating func endProcess() {
    process.end()
    inFlight = nil
  }

  mutating func noteChange(at now: Instant) {
    if changedAt == nil { changedAt = now }
  }

  /// A change that was undone before it left is none (R7).
  mutating func forgetUndoneChange() { changedAt = nil }

  mutating func send(_ request: Int64, _ body: RegistrationBody, at now: Instant) {
    attempts = min(attempts + 1, 2)
    lastAttempt = now
    inFlight = request
    // What is one and the same is compared without a look at its fields.
    sent = body == record.body ? record.shared : Shared(body)
    isUnacknowledged = true
    isRefused = false
    changedAt = nil
  }

  /// Ends the attempt in flight: without a status nothing came back.
  mutating func end(status: Int64?, retryAfter: Int64?, at now: Instant) {
    inFlight = nil
    let asked = retryAfter.map { max(TimeSpan.zero, min(.seconds($0), .days(1))) }
    if let status, (200...299).contains(status) {
      acknowledged = sent
      isUnacknowledged = false
      failures = 0
      retryAt = nil
    } else if let status, readings.retryOn != .anyFailure, status != 429,
      !(500...599).contains(status)
    {
      isRefused = true
      failures = 0
      // It is not repeated; the next change leaves no sooner than the server asks for.
      retryAt = asked.map { now + $0 }
    } else {
      failures += 1
      wait = failures == 1 ? firstWait : longerWait
      retryAt = now + max(wait, asked ?? .zero)
    }
  }

  private var firstWait: TimeSpan {
    max(.zero, min(readings.backOff.first, readings.backOff.cap))
  }

  private var longerWait: TimeSpan {
    readings.backOff.factor > 1 ? min(wait * readings.backOff.factor, readings.backOff.cap) : wait
  }

  /// Moves every instant so that `now` becomes zero.
  mutating func move(to now: Instant) {
    lastAttempt = lastAttempt?.relative(to: now, within: .minutes(1))
    changedAt = changedAt?.relative(to: now, within: .minutes(1))
    retryAt = retryAt?.relative(to: now, within: .zero)
  }
}
