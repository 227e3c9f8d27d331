import ArgumentParser
import Diagnostics
import EventSourcing

/// The options for writing what a verb has found.
struct OutputOptions: ParsableArguments {
  @Option(help: "text for people, json for programs (its schema: schema output).")
  var format: OutputFormat = .text
}

/// The form of what is written to standard output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The notation of instants.
enum TimeFormat: String, ExpressibleByArgument, CaseIterable {
  case relative, iso
}

/// A time on the command line.
extension TimeReference: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  static let help = "1h30m after the trace's start, -10m before it, or 2026-01-05T09:00:00Z."
}

/// Writes options as a shell takes them again, each as often as it has values.
func shellOptions(_ options: KeyValuePairs<String, [String?]>) -> String {
  options.flatMap { name, values in
    values.compactMap(\.self).map { "\(name) \(shellWord($0))" }
  }.joined(separator: " ")
}
