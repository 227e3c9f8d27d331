import EventSourcing

/// A phase of the app's process, as far as an SDK in it can tell.
public enum ProcessPhase: String, Choice {
  /// There is no process.
  case none
  /// The process lives and the SDK in it did not initialize.
  case uninitialized
  /// The process lives and the SDK in it waits until its storage can be read.
  case locked
  /// The app runs without being seen.
  case background
  /// The app is on screen.
  case foreground

  /// Whether the SDK runs.
  public var isRunning: Bool { self == .foreground || self == .background }
}
