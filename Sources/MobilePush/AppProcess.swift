import EventSourcing

/// The app's process and what ends with it.
public struct AppProcess: StateView {
  /// Where the process stands.
  public internal(set) var phase = Phase.none
  /// Whether this process has asked for a token, which it does when first on screen (PUSH-1).
  public internal(set) var tokenRequested = false
  /// When the app came to the front, while it is there.
  public internal(set) var foregroundSince: Instant?
  /// Who is told of registrations, in the order in which they were added.
  public internal(set) var listeners: [String] = []

  /// Creates the state without a process.
  public init() {}

  /// Where a process can stand.
  public enum Phase: String, Choice {
    /// There is no process.
    case none
    /// The process lives and the SDK in it did not initialize.
    case uninitialized
    /// The app runs without being seen.
    case background
    /// The app is on screen.
    case foreground
  }

  /// Whether the SDK runs.
  var isRunning: Bool { phase == .foreground || phase == .background }

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("phase", phase, "Where the process stands.")
    _ = try visitor("token_requested", tokenRequested, "Whether it asked for a token.")
    _ = try visitor("foreground_since", foregroundSince, "When the app came to the front.")
    _ = try visitor("listeners", listeners, "Who is told of registrations.")
  }
}
