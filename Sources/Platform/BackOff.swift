import EventSourcing

/// The wait after failures in a row: `first`, times `factor` for each further failure, up to `cap`.
public struct BackOff: Record {
  /// The wait after the first failure of a streak.
  public var first: TimeSpan
  /// The factor by which each further failure multiplies the wait.
  public var factor: Int64
  /// The longest wait, which all later ones keep.
  public var cap: TimeSpan

  /// Creates a schedule; the standard doubles from a minute to a day (REG-7, REG-8).
  public init(first: TimeSpan = .seconds(60), factor: Int64 = 2, cap: TimeSpan = .days(1)) {
    self.first = first
    self.factor = factor
    self.cap = cap
  }

  public static var sample: BackOff { BackOff() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> BackOff {
    BackOff(
      first: try visitor(
        "first", first, default: .seconds(60), "The wait after the first failure."),
      factor: try visitor(
        "factor", factor, default: 2, "The multiplier of the wait at each further failure."),
      cap: try visitor("cap", cap, default: .days(1), "The longest wait."))
  }

  /// The wait after `failures` in a row; never negative, and it stays at `cap` for ever.
  public func delay(afterFailures failures: Int64) -> TimeSpan {
    var delay = max(.zero, min(first, cap))
    guard factor > 1, delay > .zero else { return delay }
    var left = failures
    // A factor of two reaches any cap in 63 rounds, however many failures there were.
    while left > 1, delay < cap {
      delay = min(delay * factor, cap)
      left -= 1
    }
    return delay
  }
}
