import ArgumentParser
import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Specs

/// Runs specs and reports what does not hold.
struct CheckCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Run specs in virtual time and judge them.")

  @Argument(
    help: "Specs, folders of specs, or FILE:LINE; without any, the folder Specs.",
    completion: .specs)
  var paths: [String] = []

  @Option(
    name: .customLong("id"), help: "Only scenarios with this id; may be repeated.",
    completion: .values(.ids))
  var ids: [String] = []

  @Option(
    name: .customLong("tag"),
    help:
      "Only scenarios with this tag, or with tags such as 'world and not slow'; may be repeated.",
    completion: .values(.tags), transform: { try TagExpression($0) })
  var tags: [TagExpression] = []

  @Option(
    help: "Only scenarios that cover this requirement, or of which a rule does; may be repeated.",
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

  @Option(help: "The most records of a run, also where scenarios name their own budget.")
  var budget: Int64?

  @Flag(help: "Only scenarios that failed when they last ran; all where none did.")
  var failed = false

  @Option(help: "One of several equal parts of the run, such as 2/5.")
  var shard: Shard?

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

  @Option(help: "The number of scenarios at once; 0: one for each core.")
  var jobs: Int = 0

  @Option(help: "Run in another order: --shuffle, or --shuffle=SEED to repeat one.")
  var shuffle: String?

  @Option(
    help: """
      Save a trace of every scenario into this folder, named by its id; with --report html=FILE, a \
      page of each that failed too, to which the report links.
      """)
  var saveTraces: String?

  @Option(
    name: .customLong("report"),
    help: "Also write FORMAT=FILE, FORMAT being one of \(Report.formats); may be repeated.",
    completion: .list(ReportFormat.allCases.map { "\($0.rawValue)=" }))
  var reports: [String] = []

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [RunReport.self, ScenarioList.self]

  func validate() throws {
    if let budget, budget < 1 { throw ValidationError("--budget takes a number from 1") }
    if saveTraces?.isEmpty == true { throw ValidationError("--save-traces takes a folder") }
    guard jobs >= 0 else { throw ValidationError("--jobs takes a number from 0") }
    for report in reports where Report(report) == nil {
      throw ValidationError(
        "--report takes FORMAT=FILE with FORMAT one of \(Report.formats), not '\(report)'")
    }
    if let shuffle, shuffle != "any", UInt64(shuffle) == nil {
      throw ValidationError("--shuffle takes a whole number as its seed, not '\(shuffle)'")
    }
    if yes, !update {
      throw ValidationError("--yes answers the question of --update")
    }
    if list,
      saveTraces != nil || !reports.isEmpty || failFast || ties != nil || allReadings != nil
        || shuffle != nil || budget != nil
    {
      throw ValidationError(
        "--list runs nothing: it goes with neither --report, --save-traces, --fail-fast, --ties, "
          + "--readings, --shuffle nor --budget")
    }
    if watch {
      if list || update || ties != nil || allReadings != nil {
        throw ValidationError("--watch goes with neither --list, --update, --ties nor --readings")
      }
      if saveTraces != nil || !reports.isEmpty || shuffle != nil {
        throw ValidationError("--watch goes with neither --report, --save-traces nor --shuffle")
      }
    }
    guard update else { return }
    if list || failFast || ties != nil || allReadings != nil {
      throw ValidationError("--update runs scenarios once, and all of them")
    }
    if !readings.isEmpty || profile != nil || budget != nil {
      throw ValidationError("--update writes what holds as the specs stand, without other readings")
    }
  }

  var selection: Selection { Selection(tags: tags, covers: covers, ids: ids) }

  /// The options that go before those of specs.
  var runOptions: RunOptions {
    get throws {
      RunOptions(
        profile: profile, readings: try readings.overrides(), budget: budget)
    }
  }

  /// The number of scenarios that run at once.
  var width: Int { jobs > 0 ? jobs : coreCount }

  func judge(in context: CommandContext) async throws -> Verdict {
    try checkUpdateIsAllowed(in: context)
    if watch {
      var watch = CheckWatch(self, in: context)
      return try await watch.run()
    }
    var failed = FailedScenarios()
    let session = try await session(&failed, in: context)
    var scenarios = session.runs
    if list { return write(ScenarioList(session: session), in: context) }
    let outputs = try CheckOutputs(self, scenarios, inputs: session.inputs)
    if let shuffle {
      let seed = UInt64(shuffle) ?? UInt64.random(in: 0...999_999)
      context.errors.write("shuffled: --shuffle=\(seed) repeats this order\n")
      var stream = RandomStream(seed: seed, name: "shuffle")
      scenarios.shuffle(using: &stream)
    }
    var run = try await CheckRun(scenarios, of: session, self, in: context)
    if update, run.report.verdict != .clean {
      let updates = try await update(run, in: context)
      // What is written is read and run again, whatever was tried before.
      let rewritten = try await self.session(&failed, in: context)
      run = try await CheckRun(
        rewritten.runs, of: rewritten, self, in: context)
      run.report.updates = updates
    }
    failed.record(run.results)
    if outputs.page != nil {
      run.report = run.illustrated(outputs)
    }
    let failures = outputs.writeReports(run) + outputs.saveTraces(run)
    let written = failures.map { context.report($0) }.max() ?? .clean
    run.report.verdict = max(run.report.verdict, written)
    run.show(as: output.format, in: context)
    context.environment.keepToTheEnd(run)
    return run.report.verdict
  }

  /// Makes a session of everything that the options select.
  func session(
    _ failed: inout FailedScenarios, in context: CommandContext
  ) async throws -> CheckSession {
    var session = try await CheckSession(
      paths: paths, selection: selection, options: runOptions, systems: context.systems,
      jobs: width)
    context.errors.write(session.partlyKnown)
    var isWhole = false
    if self.failed {
      let known = session.runs.map { failed.contains($0.scenario.title) }
      if known.contains(true) {
        session.keep { known[$0] }
      } else {
        isWhole = true
      }
    }
    if let shard {
      let count = session.runs.count
      session.keep(shard.contains)
      if count > 0, session.runs.isEmpty {
        throw Stop(
          .invalid,
          "nothing ran: part \(shard.number) of \(shard.count) is empty, because "
            + "\(counted(count, "scenario")) can make no more than \(count)")
      }
    }
    if isWhole, !list, !session.runs.isEmpty {
      let all = counted(session.runs.count, "scenario")
      context.errors.write("nothing failed last: running \(all)\n")
    }
    return session
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

/// One of several equal parts of a run, as `--shard 2/5` names it: every scenario belongs to
/// exactly one part, whatever the others find.
struct Shard: ExpressibleByArgument, Equatable {
  /// The number of the part, from 1.
  let number: Int
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      1 <= number, number <= count
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Whether the scenario at `index` of all that were selected belongs to this part. Neighbours
  /// go to different parts, because scenarios of one file take about as long as one another.
  func contains(_ index: Int) -> Bool { index % count == number - 1 }
}
