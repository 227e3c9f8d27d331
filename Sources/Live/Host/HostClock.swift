import EventSourcing

/// The clocks of the machine that a host runs on.
public protocol HostClock: Sendable {
  /// What both clocks show now.
  func read() -> ClockReading
}

/// What the two clocks of a machine show at one moment.
public struct ClockReading: Hashable, Sendable {
  /// The time since some moment, which never falls and is never set; it goes on while the
  /// machine sleeps.
  public var monotonic: TimeSpan
  /// The time of day, which may be set.
  public var wall: Instant

  /// Describes a reading.
  public init(monotonic: TimeSpan, wall: Instant) {
    self.monotonic = monotonic
    self.wall = wall
  }
}

/// The time of a log: it starts at the time of day, or at the log's last record where that is
/// later, and rises with the monotonic clock.
struct LogTime: Sendable {
  /// The instant of what is recorded now.
  private(set) var now: Instant
  private let start: Instant
  private let origin: TimeSpan
  /// How far the time of day is ahead of the log's.
  private(set) var ahead: TimeSpan

  /// By how much the time of day has to jump to be reported: less is a correction of its rate.
  static let leastJump = TimeSpan.seconds(1)

  init(_ reading: ClockReading, after last: Instant) {
    start = max(reading.wall, last)
    now = start
    origin = reading.monotonic
    ahead = reading.wall - start
  }

  /// Goes on to a later reading.
  ///
  /// - Returns: By how much the time of day was set since the last call; `nil` where it was not.
  mutating func advance(to reading: ClockReading) -> TimeSpan? {
    now = max(now, start + (reading.monotonic - origin))
    let jump = reading.wall - now - ahead
    guard jump >= LogTime.leastJump || jump <= .zero - LogTime.leastJump else { return nil }
    ahead = reading.wall - now
    return jump
  }
}
