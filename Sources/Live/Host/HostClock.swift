import EventSourcing

/// The clocks of the machine that a host runs on.
public protocol HostClock: Sendable {
  /// Reads both clocks.
  func read() -> ClockReading
}

/// The readings of a machine's two clocks at one moment.
public struct ClockReading: Hashable, Sendable {
  /// Monotonic time since some moment; it is never set and includes sleep.
  public var monotonic: TimeSpan
  /// The time of day, which may be set.
  public var wall: Instant

  /// Describes a reading.
  public init(monotonic: TimeSpan, wall: Instant) {
    self.monotonic = monotonic
    self.wall = wall
  }
}

/// The time of a log: it advances with the monotonic clock, and equals the time of day until that
/// is set.
///
/// A log that is continued starts at the time of day minus what its records say the clock was set
/// by, or at its last record if that is later.
struct LogTime: Sendable {
  /// The instant for records written now.
  private(set) var now: Instant
  private let start: Instant
  private let origin: TimeSpan

  /// The smallest jump of the time of day that is recorded; anything less is a rate correction.
  static let leastJump = TimeSpan.seconds(1)

  init(_ reading: ClockReading, after last: Instant, ahead: TimeSpan) {
    start = max(reading.wall - ahead, last)
    now = start
    origin = reading.monotonic
  }

  /// Advances to a later reading; `ahead` is the lead of the time of day according to the records.
  ///
  /// - Returns: The time by which it was set beyond that; `nil` if it was not.
  mutating func advance(to reading: ClockReading, ahead: TimeSpan) -> TimeSpan? {
    now = max(now, start + (reading.monotonic - origin))
    let jump = reading.wall - now - ahead
    return jump >= LogTime.leastJump || jump <= .zero - LogTime.leastJump ? jump : nil
  }
}
