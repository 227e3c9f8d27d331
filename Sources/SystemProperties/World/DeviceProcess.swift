import Platform

/// The process of one device by its records: whether an SDK runs in it, or waits there until the
/// device is unlocked (DEV-4).
struct DeviceProcess: Hashable {
  private(set) var isRunning = false
  private var isLocked = false
  private var isWaiting = false

  mutating func launch(_ state: LaunchState, initialized: Bool = true) {
    // Only a device that was unlocked shows an app.
    if state == .foreground { isLocked = false }
    isRunning = initialized && !isLocked
    isWaiting = initialized && isLocked
  }

  mutating func end() {
    isRunning = false
    isWaiting = false
  }

  /// Locks the storage of a device that has ended its processes to restart.
  mutating func lock() { isLocked = true }

  /// Unlocks the device, and says whether an SDK begins that has waited for it.
  mutating func unlock() -> Bool {
    isLocked = false
    guard isWaiting else { return false }
    isWaiting = false
    isRunning = true
    return true
  }
}
