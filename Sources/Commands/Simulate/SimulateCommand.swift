import ArgumentParser
import Diagnostics
import EventSourcing
import Properties
import Reports
import SpecFormat
import Specs

/// Searches random runs for one that breaks a property.
struct SimulateCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Random runs with every fault, held against the properties of a system.",
    discussion: """
      Each run leaves some events and faults out and has others often. A run that breaks a \
      property is made as small as it gets, and kept as a trace and as a spec that 'check' runs \
      from then on. The same seed and options give the same output, on any number of cores; SIGINT \
      and SIGTERM end the search with what was found until then. \
      Exit codes: 0 every property holds, 1 one is broken, or under --strict never put to the \
      test, 2 nothing could be searched.
      """)

  @Option(
    help: "The system; without it all of them, one after the other.", completion: .values(.systems))
  var sdk: String?

  @Option(help: "The seed of all runs; a new one without it.")
  var seed: UInt64?

  @Option(help: "The number of runs, of each system; 1000 without --time-limit.")
  var runs: Int64?

  @Option(name: .customLong("for"), help: "The most time that passes in a run, such as 30d.")
  var span: TimeSpan = .days(60)

  @Option(help: "The most devices of a run; without it what the system says, or one.")
  var devices: Int?

  @Option(help: "The profile of all runs; without it each draws its own.")
  var profile: String?

  @Option(help: "The faults that may happen: all, none, or kinds separated by commas.")
  var faults: FaultSelection = .all

  @Option(name: .customLong("property"), help: "Only this property, by its id; may be repeated.")
  var properties: [String] = []

  @Option(
    help: """
      The events that may come from outside: their names, with commas between them; \
      'NAME{FIELD: VALUE}' gives values, and the others are drawn.
      """)
  var inputs: String?

  @Option(
    help: """
      Also find every state of a small configuration up to so many moves, as explore --property \
      none does, and say how many of them as many runs within it come to.
      """)
  var depth: Int?

  @Option(
    help: "A file of rules (NAME.rules.yaml) that every run has to keep as well.",
    completion: .file(extensions: ["yaml"]))
  var rules: String?

  @Option(
    help: """
      The time to search, such as 5m: a quarter of it every interleaving of a small configuration, \
      then random runs, of which one in four goes for something rare.
      """)
  var timeLimit: TimeSpan?

  @Option(
    help: """
      A folder of plans: those of earlier searches are tried first, however short the time, and \
      changed a little in later runs, and runs that come to something new are added. With \
      --discard it stays as it is.
      """)
  var corpus: String?

  @Option(help: "Save the trace of every run into this folder, or of the one that is repeated.")
  var save: String?

  @Option(name: .customLong("reproduce"), help: "Repeat the run that a counterexample names.")
  var text: String?

  @Option(help: "The folder for the traces of counterexamples.")
  var traces = Self.regressionTraces

  @Option(help: "The folder for the specs of counterexamples; a broken rule of --rules has none.")
  var specs = Self.regressionSpecs

  private static let regressionTraces = "Traces/Regressions"
  private static let regressionSpecs = "Specs/Regressions"

  @Flag(help: "Keep no files of what is found.")
  var discard = false

  @Flag(help: "Fail where a property is never put to the test.")
  var strict = false

  @Option(help: "The number of runs at once; 0: one for each core.")
  var jobs: Int = 0

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [SimulateReport.self, ReproducedRun.self]

  mutating func validate() throws {
    if let runs, runs < 1 { throw ValidationError("--runs takes a number from 1") }
    if span <= .zero { throw ValidationError("--for takes a time such as 30d") }
    if let timeLimit, timeLimit <= .zero {
      throw ValidationError("--time-limit takes a time such as 5m")
    }
    guard (1...100).contains(devices ?? 1) else {
      throw ValidationError("--devices takes a number from 1 to 100")
    }
    if depth ?? 1 < 1 { throw ValidationError("--depth needs at least one move") }
    guard jobs >= 0 else { throw ValidationError("--jobs takes a number from 0") }
    if corpus?.isEmpty == true { throw ValidationError("--corpus takes a folder") }
    if save?.isEmpty == true { throw ValidationError("--save takes a folder") }
    if traces.isEmpty { throw ValidationError("--traces takes a folder") }
    if specs.isEmpty { throw ValidationError("--specs takes a folder") }
    if text != nil, traces != Self.regressionTraces || specs != Self.regressionSpecs {
      throw ValidationError(
        "--reproduce keeps nothing under --traces and --specs; --save FOLDER saves its trace")
    }
  }

  func judge(in context: CommandContext) async throws -> Verdict {
    let file = try rules.map { try RuleText($0) }
    let systems = try self.systems(in: context, file)
    let seed = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
    let searches = try self.searches(of: systems, file, seed: seed)
    if let text { return try reproduce(text, among: searches, in: context) }
    let kept = try KeptRuns(in: specs, of: systems, among: context.systems)
    var report = SimulateReport(
      seed: seed, options: options(seed, searches), kept: kept, isStrict: strict,
      growsCorpus: corpus != nil && !discard)
    var lost: OutputFailure?
    Interruption.letVerbEnd()
    if output.format == .text { context.output.write(report.head(context.style)) }
    for search in searches where !Interruption.isRequested {
      let start = SuspendingClock.now
      var runner = try await run(search, share: searches.count, in: context)
      if !discard { runner.saveCorpus(&lost) }
      let small = try await runner.counterexamples()
      let seconds = (SuspendingClock.now - start) / .seconds(1)
      report.add(
        runner,
        small.map { found in
          var example = self.kept(found, of: search)
          if !discard { example.save(traces: traces, specs: specs, &lost) }
          return example
        })
      if output.format == .text {
        context.output.write(report.results[report.results.count - 1].text(context.style))
        context.errors.write(
          "\(search.sdk): \(Int(Double(runner.counts.steps) / max(seconds, 0.001))) steps a "
            + "second\n")
      }
    }
    report.stopped = Interruption.sentence(after: report.done)
    switch output.format {
    case .text: if let stopped = report.stopped { context.output.write("\(stopped)\n") }
    case .json: context.output.write(document(report))
    }
    if let lost { throw lost }
    return report.verdict
  }

  // MARK: - Searching

  private func searches(
    of chosen: [RegisteredSystem], _ file: RuleText?, seed: UInt64
  ) throws -> [SystemSearch] {
    let request = SearchRequest(
      options: self, seed: seed, rules: file, inputs: try inputs.map { try GivenInputs($0) })
    let mistakes = RunOptions(profile: profile).findings(forRunOf: chosen.map(\.machine))
    if !mistakes.isEmpty { throw Stop(mistakes) }
    // Without --sdk a property may belong to one system alone.
    let searches = try chosen.compactMap { system -> SystemSearch? in
      do {
        return try system.search?(request)
      } catch let stop as Stop {
        let isUnreadable = stop.diagnostics.contains { $0.code == .noFile }
        if sdk == nil, chosen.count > 1, !isUnreadable { return nil }
        throw stop
      }
    }
    guard !searches.isEmpty else {
      throw Stop(.invalid, "no system has such properties: \(properties.joined(separator: ", "))")
    }
    return searches
  }

  /// The systems that are searched.
  private func systems(
    in context: CommandContext, _ file: RuleText?
  ) throws -> [RegisteredSystem] {
    // Rules are about one system.
    guard let sdk = sdk ?? file?.document.sdk?.text else { return context.systems }
    return [try context.systems.wanted(sdk)]
  }

  /// The greatest number of runs of a system; `nil` where the time alone ends the search.
  private var mostRuns: Int64? { runs ?? (timeLimit == nil ? 1_000 : nil) }

  private func run(
    _ search: SystemSearch, share: Int, in context: CommandContext
  ) async throws -> SearchRunner {
    let width = jobs > 0 ? jobs : coreCount
    var runner = SearchRunner(
      search, width: width, folder: save.map { "\($0)/\(search.sdk)" })
    var bar = ProgressBar(context.errors, total: Int(mostRuns ?? 0), unit: "runs")
    let time = timeLimit.map { TimeSpan(milliseconds: $0.milliseconds / Int64(share)) }
    try await runner.run(atMost: mostRuns, for: time) { bar.advance(by: Int($0)) }
    bar.clear()
    if let depth, !Interruption.isRequested {
      bar = ProgressBar(context.errors, total: Int(runner.counts.runs), unit: "runs")
      try await runner.cover(depth) { bar.advance(by: Int($0)) }
      bar.clear()
    }
    return runner
  }

  /// The options other than the seed, as they are given again.
  private func options(_ seed: UInt64, _ searches: [SystemSearch]) -> String {
    // Where systems have numbers of their own there is none to give.
    let devices = searches[0].devices
    let isSame = searches.allSatisfy { $0.devices == devices }
    return shellOptions([
      "--sdk": [sdk], "--seed": ["\(seed)"], "--time-limit": [timeLimit?.text],
      "--runs": [mostRuns.map { "\($0)" }], "--devices": [isSame ? "\(devices)" : nil],
      "--for": [span.text], "--profile": [profile], "--faults": [faults.text],
      "--property": properties, "--inputs": [inputs], "--depth": [depth.map { "\($0)" }],
      "--rules": [rules], "--corpus": [corpus],
    ]) + (strict ? " --strict" : "")
  }

  // MARK: - Counterexamples

  private func reproduce(
    _ text: String, among searches: [SystemSearch], in context: CommandContext
  ) throws -> Verdict {
    var refusals: [String] = []
    for search in searches {
      let run: (found: Counterexample?, unmet: Int?, trace: [UInt8])
      do throws(RepeatedRunError) {
        run = try search.reproduce(text)
      } catch {
        refusals.append(error.message)
        continue
      }
      let trace = save.map { "\($0)/\(search.sdk)/reproduced.trace.jsonl" }
      if let trace { try FileDraft.write(run.trace, to: trace) }
      var kept = run.found.map { self.kept($0, of: search) }
      kept?.trace = trace
      return write(
        ReproducedRun(sdk: search.sdk, trace: trace, kept: kept, unmet: run.unmet), in: context)
    }
    throw Stop(.invalid, "--reproduce: \(refusals.eachOnce().joined(separator: "; "))")
  }

  private func kept(_ found: Counterexample, of search: SystemSearch) -> KeptCounterexample {
    KeptCounterexample(
      found: found, sdk: search.sdk, rules: search.rules.contains(found.claim.id) ? rules : nil)
  }
}

extension TimeSpan: ExpressibleByArgument {
  /// Reads a time such as `30d`.
  public init?(argument: String) { self.init(text: argument) }

  /// The time as it can be given again, for the help.
  public var defaultValueDescription: String { text }
}
