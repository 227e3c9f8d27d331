import ArgumentParser

/// How a verb that judges traces is asked for a line of JSON on each.
struct VerdictOptions: ParsableArguments {
  @Flag(
    help: """
      Write one line of JSON for each device, with exit code 0 whatever is found. Without traces, \
      standard input has the devices one after another: lines of traces with "device":"NAME" in \
      front, grouped by device and in order.
      """)
  var verdicts = false

  /// Refuses a command line without traces, unless the devices come on standard input.
  func validate(traces: [String]) throws {
    if traces.isEmpty, !verdicts {
      throw ValidationError("name a trace, or a folder of *.trace.jsonl")
    }
  }
}
