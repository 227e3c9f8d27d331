import EventSourcing
import Platform

/// The app's process and what ends with it.
public struct ProcessState: StateView {
  /// Where the process stands; this SDK always initializes.
  public internal(set) var phase = ProcessPhase.none
  /// Whether this process has tracked its start (ME-5), which it does when first on screen.
  public internal(set) var startTracked = false
  /// When the session began, under profiles that have sessions.
  public internal(set) var sessionSince: Instant?

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("phase", phase, "Where the process stands.")
    _ = try visitor("start_tracked", startTracked, "Whether it has tracked its start.")
    _ = try visitor("session_since", sessionSince, "When the session began.")
  }
}
