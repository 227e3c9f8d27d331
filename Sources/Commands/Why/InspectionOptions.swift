import ArgumentParser

/// How a trace is read about which something is asked, and how the answer is written.
struct InspectionOptions: ParsableArguments {
  @Option(help: "How times are written: relative or iso.")
  var time: TimeFormat = .relative

  @Flag(help: "Count unknown names instead of refusing them.")
  var lenient = false
}
