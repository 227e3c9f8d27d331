import ArgumentParser
import EventSourcing
import SpecFormat

/// How instants are written.
enum TimeFormat: String, ExpressibleByArgument, CaseIterable {
  case relative, iso
}

/// A time on the command line: a duration from the start of the trace, or a date.
enum TimeArgument: ExpressibleByArgument {
  case relative(TimeSpan)
  case absolute(Instant)

  init?(argument: String) {
    if let span = TimeSpan(text: argument) {
      self = .relative(span)
    } else if let instant = instant(fromText: argument) {
      self = .absolute(instant)
    } else {
      return nil
    }
  }

  /// The instant that it means in a trace.
  func resolved(from start: Instant) -> Instant {
    switch self {
    case .relative(let span): start + span
    case .absolute(let instant): instant
    }
  }

  static let help = "1h30m after the trace's start, -10m before it, or 2026-01-05T09:00:00Z."
}
