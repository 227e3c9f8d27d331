import EventSourcing

/// What holds for the device whether or not the app runs.
public struct SystemFacts: StateView {
  /// Whether the user permits notifications.
  public internal(set) var optedIn = true
  /// The app's own switch for push.
  public internal(set) var pushSwitch = true
  /// Whether there is a network, as far as the device was told.
  public internal(set) var online = true
  /// Whether this is a debug build, which carries a tag of its own.
  public internal(set) var debugBuild = false
  /// How far the wall clock is ahead of the log's clock.
  public internal(set) var wallClockOffset = TimeSpan.zero

  /// Creates what holds before anything was said: permission, switch and network are there.
  public init() {}

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("opted_in", optedIn, "Whether the user permits notifications.")
    _ = try visitor("push_switch", pushSwitch, "The app's own switch for push.")
    _ = try visitor("online", online, "Whether there is a network.")
    _ = try visitor("debug_build", debugBuild, "Whether this is a debug build.")
    _ = try visitor("wall_clock_offset", wallClockOffset, "How far the wall clock is ahead.")
  }
}
