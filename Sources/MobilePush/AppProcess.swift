import EventSourcing
import Platform

/// The app's process and what ends with it.
public struct AppProcess: StateView {
  /// Where the process stands.
  public internal(set) var phase = ProcessPhase.none
  /// Whether this process has asked for a token, which it does when first on screen (PUSH-1).
  public internal(set) var tokenRequested = false
  /// When the app came to the front, while it is there.
  public internal(set) var foregroundSince: Instant?
  /// Who is told of registrations, in the order in which they were added.
  public internal(set) var listeners: [String] = []

  /// Creates the state without a process.
  public init() {}

  /// Whether the SDK runs.
  var isRunning: Bool { phase.isRunning }

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("phase", phase, "Where the process stands.")
    _ = try visitor("token_requested", tokenRequested, "Whether it asked for a token.")
    _ = try visitor("foreground_since", foregroundSince, "When the app came to the front.")
    _ = try visitor("listeners", listeners, "Who is told of registrations.")
  }
}
