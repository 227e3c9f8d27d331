/// A time as people write it: a duration from the start of a trace, or a date.
public enum TimeReference: Equatable, Sendable {
  case relative(TimeSpan)
  case absolute(Instant)

  /// Reads a text such as `1h30m`, `-10m` or `2026-01-05T09:00:00Z`; `nil` for any other.
  public init?(_ text: String) {
    if let span = TimeSpan(text: text) {
      self = .relative(span)
    } else if let instant = instant(fromText: text) {
      self = .absolute(instant)
    } else {
      return nil
    }
  }

  /// The instant that it means in a trace with this start.
  public func resolved(from start: Instant) -> Instant {
    switch self {
    case .relative(let span): start + span
    case .absolute(let instant): instant
    }
  }
}
