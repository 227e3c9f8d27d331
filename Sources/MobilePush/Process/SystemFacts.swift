import EventSourcing

/// The facts that hold whether or not the app runs: network, clock, storage and installations.
public struct SystemFacts: StateView {
  /// Whether there is a network, as far as the device knows; a device starts online.
  public private(set) var online = true
  /// The time by which the wall clock is ahead of the log's clock.
  public private(set) var wallClockOffset = TimeSpan.zero

  /// Whether the device was not unlocked since it restarted; `nil` for one that was.
  public private(set) var storageLocked: Bool?
  /// The number of times that the app was installed anew; `nil` before the first.
  public private(set) var reinstallations: Int64?

  /// Whether what the app has stored cannot be read.
  var isLocked: Bool { storageLocked ?? false }

  mutating func restarted() { storageLocked = true }

  mutating func unlocked() { storageLocked = nil }

  mutating func reinstalled() { reinstallations = (reinstallations ?? 0) &+ 1 }

  mutating func connectivityChanged(online: Bool) { self.online = online }

  mutating func wallClockChanged(by span: TimeSpan) { wallClockOffset = wallClockOffset + span }
}

extension SystemFacts: Record {
  public static var sample: SystemFacts { SystemFacts() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> SystemFacts {
    var stored = self
    stored.online = try visitor("online", online, "Whether there is a network.")
    stored.wallClockOffset = try visitor(
      "wall_clock_offset", wallClockOffset, "The time by which the wall clock is ahead.")
    stored.storageLocked = try visitor(
      "storage_locked", storageLocked, "Whether no storage can be read since a restart.")
    stored.reinstallations = try visitor(
      "reinstallations", reinstallations, "The number of times that the app was installed anew.")
    return stored
  }
}
