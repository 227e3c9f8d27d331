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

  mutating func launch(_ launch: LaunchState) {
    wasLaunched = true
    switch launch {
    case .background: phase = .background
    case .foreground: phase = .foreground
    }
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
    stored.phase = try visitor("phase", phase, "Where the process stands.")
    stored.wasLaunched = try visitor("launched", wasLaunched, "Whether the app was ever launched.")
    stored.isOnline = try visitor("online", isOnline, "Whether there is a network.")
    return stored
  }
}
