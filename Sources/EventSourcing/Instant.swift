/// A moment in whole milliseconds since the Unix epoch; arithmetic stops at the ends of `Int64`.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  /// Creates an instant from milliseconds since the Unix epoch.
  @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The instant later than any that an event can have: "never".
  public static let distantFuture = Instant(milliseconds: .max)
  /// The instant earlier than any that an event can have.
  public static let distantPast = Instant(milliseconds: .min)

  @inlinable public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  @inlinable public static func + (instant: Instant, span: TimeSpan) -> Instant {
    Instant(milliseconds: saturatingSum(instant.milliseconds, span.milliseconds))
  }

  @inlinable public static func - (instant: Instant, span: TimeSpan) -> Instant {
    Instant(milliseconds: saturatingDifference(instant.milliseconds, span.milliseconds))
  }

  /// The signed time from `right` to `left`.
  @inlinable public static func - (left: Instant, right: Instant) -> TimeSpan {
    TimeSpan(milliseconds: saturatingDifference(left.milliseconds, right.milliseconds))
  }
}
