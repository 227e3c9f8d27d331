import EventSourcing

/// Draws when a run goes on: at once, in a moment, near an armed timer, or at an edge of one of the
/// windows that count from something that has happened.
enum TimeDraw {
  /// The length of time that passes.
  enum Kind: CaseIterable, Sendable {
    /// No time.
    case none
    /// A moment.
    case moment
    /// The time until what is due next.
    case due
    /// The time until an armed timer, or a millisecond beside it.
    case timer
    /// The time until the edge of a window.
    case edge
    /// Any time up to some hours.
    case hours
    /// Any time up to some days.
    case days
  }

  private static let moments: [TimeSpan] = [
    .milliseconds(1), .milliseconds(10), .milliseconds(100), .seconds(1), .seconds(7),
  ]
  private static let windows: [TimeSpan] = [
    .seconds(60), .seconds(60), .seconds(60), .seconds(30), .minutes(2), .minutes(5),
    .minutes(15), .days(1), .days(1), .days(1) + .seconds(60), .seconds(90),
  ]
  private static let beside: [TimeSpan] = [
    .zero, .zero, .milliseconds(-1), .milliseconds(1), .seconds(-1),
  ]

  /// A time between two steps, near the windows that machines count with.
  static func span(_ stream: inout RandomStream) -> TimeSpan {
    switch stream.below(3) {
    case 0: .zero
    case 1: stream.pick(moments)
    default: max(.zero, stream.pick(windows) + stream.pick(beside))
    }
  }

  /// The instant at which a run goes on, not before now.
  static func next(
    _ kind: Kind, now: Instant, due: @autoclosure () -> Instant?,
    timers: @autoclosure () -> [Instant], marks: [Instant], _ stream: inout RandomStream
  ) -> Instant {
    let drawn: Instant
    switch kind {
    case .none: return now
    case .moment: drawn = now + stream.pick(moments)
    case .due: drawn = due() ?? now + stream.pick(moments)
    case .timer:
      let timers = timers()
      drawn = (timers.isEmpty ? now : stream.pick(timers)) + stream.pick(beside)
    case .edge:
      let mark = marks.isEmpty || stream.below(3) == 0 ? now : stream.pick(marks)
      let sum = stream.below(4) == 0 ? stream.pick(windows) : .zero
      drawn = mark + stream.pick(windows) + sum + stream.pick(beside)
    case .hours:
      drawn = now + TimeSpan(milliseconds: stream.below(TimeSpan.hours(5).milliseconds))
    case .days:
      drawn = now + TimeSpan(milliseconds: stream.below(TimeSpan.days(3).milliseconds))
    }
    return max(now, drawn)
  }
}
