import EventSourcing
import Live

/// The clocks of this machine.
public struct SystemClock: HostClock {
  /// Creates a reader of the clocks.
  public init() {}

  /// Reads the two clocks, in whole milliseconds.
  public func read() -> ClockReading {
    #if canImport(Darwin)
      let steady = CLOCK_MONOTONIC
    #else
      // The monotonic clock of Linux stands still while the machine sleeps.
      let steady = CLOCK_BOOTTIME
    #endif
    return ClockReading(
      monotonic: TimeSpan(milliseconds: milliseconds(of: steady)),
      wall: Instant(milliseconds: milliseconds(of: CLOCK_REALTIME)))
  }

  private func milliseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
