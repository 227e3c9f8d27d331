import EventSourcing
import Platform

/// The app's process, as far as there is one.
public struct AppProcess: StateView {
  /// The phase of the process.
  public private(set) var phase = ProcessPhase.none
  /// The instant at which the app came to the front, while it is there.
  public private(set) var foregroundSince: Instant?

  /// Starts in the background; without `initialized` the SDK does not run in this process, and
  /// with a locked storage it waits.
  mutating func start(initialized: Bool, isLocked: Bool = false) {
    let begun: ProcessPhase = isLocked ? .locked : .background
    phase = initialized ? begun : .uninitialized
    foregroundSince = nil
  }

  /// The reason why the SDK does not run.
  var diagnosis: MobilePushDiagnosis {
    switch phase {
    case .none: .noProcess
    case .locked: .storageLocked
    case .uninitialized, .background, .foreground: .notInitialized
    }
  }

  mutating func moveToForeground(at now: Instant) {
    phase = .foreground
    foregroundSince = now
  }

  /// Leaves the foreground; `nil` when the app was not there.
  ///
  /// - Returns: How long the app was in the foreground.
  mutating func moveToBackground(at now: Instant) -> TimeSpan? {
    guard let since = foregroundSince else { return nil }
    phase = .background
    foregroundSince = nil
    return now - since
  }

  mutating func end() { self = AppProcess() }
}

extension AppProcess: Record {
  public static var sample: AppProcess { AppProcess() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> AppProcess {
    var stored = self
    stored.phase = try visitor("phase", phase, "The phase of the process.")
    stored.foregroundSince = try visitor(
      "foreground_since", foregroundSince, "When the app came to the front.")
    return stored
  }
}
