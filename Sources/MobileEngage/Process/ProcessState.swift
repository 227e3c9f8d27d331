import EventSourcing
import Platform

/// The app's process, and the network that it can use.
public struct ProcessState: StateView {
  /// The phase of the process; this SDK always initializes.
  public private(set) var phase = ProcessPhase.none
  /// Whether the app was ever launched.
  public private(set) var wasLaunched = false
  /// Whether there is a network, by the last `connectivity_changed`.
  public private(set) var isOnline = true
  /// Whether the device was not unlocked since it restarted; `nil` for one that was.
  public private(set) var storageLocked: Bool?
  /// The last request of the installation before; `nil` where the app was never installed anew.
  public private(set) var installedAfter: Int64?

  /// Whether what the app has stored cannot be read.
  var isLocked: Bool { storageLocked ?? false }

  mutating func launch(_ launch: LaunchState) {
    wasLaunched = true
    switch launch {
    case .background: phase = .background
    case .foreground: phase = .foreground
    }
  }

  /// Starts a process in which the SDK waits until the device is unlocked.
  mutating func launchLocked() {
    phase = .locked
  }

  mutating func restart() {
    storageLocked = true
  }

  mutating func unlock() {
    storageLocked = nil
  }

  /// Forgets that the app was ever launched.
  mutating func reinstall(after request: Int64) {
    wasLaunched = false
    installedAfter = request
  }

  /// `false` where the app was in the foreground already.
  mutating func foreground() -> Bool {
    defer { phase = .foreground }
    return phase != .foreground
  }

  /// `false` where the app was in the background already.
  mutating func background() -> Bool {
    defer { phase = .background }
    return phase == .foreground
  }

  mutating func end() {
    phase = .none
  }

  mutating func connect(_ online: Bool) {
    isOnline = online
  }
}

extension ProcessState: Record {
  public static var sample: ProcessState { ProcessState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ProcessState {
    var stored = self
    stored.phase = try visitor("phase", phase, "The phase of the process.")
    stored.wasLaunched = try visitor("launched", wasLaunched, "Whether the app was ever launched.")
    stored.isOnline = try visitor("online", isOnline, "Whether there is a network.")
    stored.storageLocked = try visitor(
      "storage_locked", storageLocked, "Whether no storage can be read since a restart.")
    stored.installedAfter = try visitor(
      "installed_after", installedAfter, "The last request of the installation before.")
    return stored
  }
}
