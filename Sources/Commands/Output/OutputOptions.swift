import ArgumentParser

/// How a verb writes what it found.
struct OutputOptions: ParsableArguments {
  @Option(help: "text for people, json for programs (its schema: schema output).")
  var format: OutputFormat = .text
}

/// The form of what is written to standard output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
