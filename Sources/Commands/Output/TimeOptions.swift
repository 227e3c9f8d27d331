import ArgumentParser
import EventSourcing
import SpecFormat

/// How instants are written.
enum TimeFormat: String, ExpressibleByArgument, CaseIterable {
  case relative, iso
}

/// A time on the command line.
extension TimeReference: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  static let help = "1h30m after the trace's start, -10m before it, or 2026-01-05T09:00:00Z."
}
