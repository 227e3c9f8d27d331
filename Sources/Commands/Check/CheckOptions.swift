import ArgumentParser
import SpecFormat
import Specs

/// Which scenarios run, and under which readings.
struct CheckOptions: ParsableArguments {
  @Argument(
    help: "Specs, folders of specs, or FILE:LINE; without any, the folder Specs.",
    completion: .specs)
  var paths: [String] = []

  @Option(
    name: .customLong("id"), help: "Only scenarios with this id; may be repeated.",
    completion: .values(.ids))
  var ids: [String] = []

  @Option(
    name: .customLong("tag"), help: "Only scenarios with this tag; may be repeated.",
    completion: .values(.tags))
  var tags: [String] = []

  @Option(
    help: "Only scenarios that cover this requirement; may be repeated.",
    completion: .values(.requirements))
  var covers: [String] = []

  @Option(
    name: .customLong("reading"),
    help: "Another reading, NAME=VALUE, also where specs name their own; may be repeated.",
    completion: .values(.readings))
  var readings: [String] = []

  @Option(
    name: .customLong("readings"),
    help: "'all': vary one at a time the readings that a scenario does not name, and report.")
  var allReadings: AllReadings?

  @Option(
    help: "The profile to run under, also where specs name their own.",
    completion: .values(.profiles))
  var profile: String?

  @Option(help: "How many records a run may have, also where scenarios name their own budget.")
  var budget: Int64?

  @Flag(help: "Only scenarios that failed when they last ran; all where none did.")
  var failed = false

  @Option(help: "One of several equal parts of the run, such as 2/5.")
  var shard: Shard?

  mutating func validate() throws {
    if let budget, budget < 1 { throw ValidationError("--budget takes a number from 1") }
  }

  /// What these options ask for.
  var request: SpecRequest {
    SpecRequest(
      paths: paths, selection: Selection(tags: tags, covers: covers, ids: ids),
      readings: readings, profile: profile, budget: budget)
  }
}

/// The one value that `--readings` takes.
enum AllReadings: String, ExpressibleByArgument, CaseIterable {
  case all
}

/// The one value that `--ties` takes.
enum Ties: String, ExpressibleByArgument, CaseIterable {
  case both
}

/// How scenarios are run and what is written.
struct CheckRunOptions: ParsableArguments {
  @Flag(help: "List the scenarios instead of running them.")
  var list = false

  @Flag(
    help: """
      Rewrite the expected values from which the run differs, after showing and asking; never \
      matchers or rules.
      """)
  var update = false

  @Flag(help: "Answer the question of --update with yes.")
  var yes = false

  @Flag(help: "Run again what a saved file affects, until Ctrl-C.")
  var watch = false

  @Flag(help: "Stop at the first failure.")
  var failFast = false

  @Flag(help: "Fail on warnings too.")
  var strict = false

  @Option(
    help: """
      'both': run again with the order of things at one instant reversed, and report what depends \
      on it.
      """)
  var ties: Ties?

  @Option(help: "How many scenarios run at once; 0: one for each core.")
  var jobs: Int = 0

  @Option(help: "Run in another order: --shuffle, or --shuffle=SEED to repeat one.")
  var shuffle: String?

  @Option(help: "Save a trace of every scenario into this folder, named by its id.")
  var saveTraces: String?

  @Option(
    name: .customLong("report"),
    help: "Also write FORMAT=FILE, FORMAT being one of \(Report.formats); may be repeated.")
  var reports: [String] = []

  mutating func validate() throws {
    if saveTraces?.isEmpty == true { throw ValidationError("--save-traces takes a folder") }
    guard jobs >= 0 else { throw ValidationError("--jobs takes a number from 0") }
    for report in reports where Report(report) == nil {
      throw ValidationError(
        "--report takes FORMAT=FILE with FORMAT one of \(Report.formats), not '\(report)'")
    }
    if let shuffle, shuffle != "any", UInt64(shuffle) == nil {
      throw ValidationError("--shuffle takes a whole number as its seed, not '\(shuffle)'")
    }
  }
}
