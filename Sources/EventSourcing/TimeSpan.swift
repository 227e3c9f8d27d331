/// A signed length of time in whole milliseconds; arithmetic stops at the ends of `Int64`.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The length in milliseconds.
  public var milliseconds: Int64

  /// Creates a span from milliseconds.
  @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// No time at all.
  public static let zero = TimeSpan(milliseconds: 0)

  /// A span of `count` milliseconds.
  @inlinable public static func milliseconds(_ count: Int64) -> TimeSpan {
    TimeSpan(milliseconds: count)
  }

  /// A span of `count` seconds.
  @inlinable public static func seconds(_ count: Int64) -> TimeSpan {
    TimeSpan(milliseconds: saturatingProduct(count, 1_000))
  }

  /// A span of `count` minutes.
  @inlinable public static func minutes(_ count: Int64) -> TimeSpan {
    TimeSpan(milliseconds: saturatingProduct(count, 60_000))
  }

  /// A span of `count` hours.
  @inlinable public static func hours(_ count: Int64) -> TimeSpan {
    TimeSpan(milliseconds: saturatingProduct(count, 3_600_000))
  }

  /// A span of `count` days of 24 hours.
  @inlinable public static func days(_ count: Int64) -> TimeSpan {
    TimeSpan(milliseconds: saturatingProduct(count, 86_400_000))
  }

  @inlinable public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.milliseconds < right.milliseconds
  }

  @inlinable public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    TimeSpan(milliseconds: saturatingSum(left.milliseconds, right.milliseconds))
  }

  @inlinable public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    TimeSpan(milliseconds: saturatingDifference(left.milliseconds, right.milliseconds))
  }

  @inlinable public static func * (span: TimeSpan, factor: Int64) -> TimeSpan {
    TimeSpan(milliseconds: saturatingProduct(span.milliseconds, factor))
  }
}

@inlinable func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
  let (sum, overflow) = left.addingReportingOverflow(right)
  return overflow ? (right < 0 ? .min : .max) : sum
}

@inlinable func saturatingDifference(_ left: Int64, _ right: Int64) -> Int64 {
  let (difference, overflow) = left.subtractingReportingOverflow(right)
  return overflow ? (right < 0 ? .max : .min) : difference
}

@inlinable func saturatingProduct(_ left: Int64, _ right: Int64) -> Int64 {
  let (product, overflow) = left.multipliedReportingOverflow(by: right)
  return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
}
