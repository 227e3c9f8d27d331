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

/// The time of a log: it rises with the monotonic clock, and shows the time of day as long as that
/// is not set.
///
/// A log that is gone on with goes on at the time of day less what its records say that this was
/// set by, or at its last record where that is later.
struct LogTime: Sendable {
  /// The instant of what is recorded now.
  private(set) var now: Instant
  private let start: Instant
  private let origin: TimeSpan

  /// By how much the time of day has to jump to be reported: less is a correction of its rate.
  static let leastJump = TimeSpan.seconds(1)

  init(_ reading: ClockReading, after last: Instant, ahead: TimeSpan) {
    start = max(reading.wall - ahead, last)
    now = start
    origin = reading.monotonic
  }

  /// Goes on to a later reading; `ahead` is by how much the records say that the time of day was
  /// set.
  ///
  /// - Returns: By how much it was set beyond that; `nil` where it was not.
  mutating func advance(to reading: ClockReading, ahead: TimeSpan) -> TimeSpan? {
    now = max(now, start + (reading.monotonic - origin))
    let jump = reading.wall - now - ahead
    return jump >= LogTime.leastJump || jump <= .zero - LogTime.leastJump ? jump : nil
  }
}
