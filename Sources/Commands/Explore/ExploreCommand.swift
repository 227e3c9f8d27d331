import ArgumentParser
import Diagnostics
import EventSourcing
import Properties
import Reports

/// Searches every interleaving of a small configuration.
struct ExploreCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Every interleaving of a small configuration, with all that must hold in each state.",
    discussion: """
      Level by level: one more thing that happens, an answer, or time up to the edge of a window. \
      A state is searched once, however many ways lead there, so the first counterexample is a \
      shortest one. The same options always give the same result, unless --time-limit, SIGINT or \
      SIGTERM ends the search with what was found until then. Exit codes: 0 everything holds in \
      all states found, 1 something is broken, or under --strict never put to the test.
      """)

  @Option(help: "The machine that is searched.", completion: .values(.systems))
  var sdk: String

  @Option(help: "The most moves of a way; without it to the end.")
  var depth: Int?

  @Option(help: "Stop where so many states are found; the round that finds them is finished.")
  var states: Int = 20_000_000

  @Option(help: "The time to search, such as 5m.")
  var timeLimit: TimeSpan?

  @Option(help: "The number of devices.")
  var devices: Int = 1

  @Option(
    help: """
      The events that may come to a device: their names, with commas between them; \
      'NAME{FIELD: VALUE}' gives values.
      """)
  var inputs: String?

  @Option(help: "The statuses that answers have, with commas between them.")
  var answers: String?

  @Option(
    help: """
      The faults that may happen beside them, with commas: offline, connection_lost, and with \
      --backends lost and duplicate.
      """)
  var faults: String?

  @Option(help: "A wait beside those to the edges of windows, such as 10s; may be repeated.")
  var wait: [String] = []

  @Option(
    help: """
      Let the simulated backends answer, after so much time, in place of every answer by itself.
      """)
  var backends: String?

  @Option(
    name: .customLong("property"),
    help: """
      The properties that must hold: their ids, with commas between them, or none; all without \
      it; may be repeated.
      """)
  var properties: [String] = []

  @Option(
    help: "A file of rules (NAME.rules.yaml) that every state has to keep as well.",
    completion: .file(extensions: ["yaml"]))
  var rules: String?

  @Option(help: "A profile other than the first.")
  var profile: String?

  @Option(help: "A reading other than the profile's, name=value; may be repeated.")
  var reading: [String] = []

  @Option(help: "The variations not searched twice: devices, values, orders, with commas, or none.")
  var reduce: String = "values"

  @Flag(help: "Fail where a property is never put to the test.")
  var strict = false

  @Flag(help: "Check what the search relies on, state by state; for small depths.")
  var audit = false

  @Option(help: "Threads; the result does not depend on them.")
  var jobs: Int = 2

  @Option(
    name: .customLong("save"),
    help: """
      A folder for the trace and the spec of each counterexample, named by its property; for the \
      trace alone where it breaks a rule of --rules.
      """)
  var folder: String?

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [ExploreReport.self]

  func validate() throws {
    if devices < 1 { throw ValidationError("--devices needs at least one") }
    if depth ?? 1 < 1 { throw ValidationError("--depth needs at least one move") }
    if states < 1 { throw ValidationError("--states needs at least one state") }
    if folder?.isEmpty == true { throw ValidationError("--save takes a folder") }
    if jobs < 1 { throw ValidationError("--jobs needs at least one thread") }
    if let timeLimit, timeLimit <= .zero || audit {
      throw ValidationError("--time-limit takes a time such as 5m, and no --audit beside it")
    }
  }

  func judge(in context: CommandContext) throws -> Verdict {
    let system = try context.systems.wanted(sdk)
    let request = try ExploreRequest(self)
    // An audit is made in one go.
    if !audit { Interruption.letVerbEnd() }
    if output.format == .text { context.output.write("\(visible(repetition))\n") }
    let status = StatusLine(context.errors)
    let began = SuspendingClock.now
    guard let explore = system.explore else {
      throw Stop(
        .invalid, "the runs of '\(system.name)' cannot be searched: it names no properties")
    }
    let end = timeLimit.map { began + .milliseconds($0.milliseconds) }
    var report = try explore(request) { figures in
      status.show(
        "depth \(figures.levels.count - 1): \(counted(figures.states, "state")), "
          + counted(figures.transitions, "transition"))
      return !Interruption.isRequested && end.map { SuspendingClock.now < $0 } ?? true
    }
    status.clear()
    report.repetition = repetition
    report.isStrict = strict
    report.stopped = stopped(report)
    var lost: OutputFailure?
    if let folder {
      for place in report.counterexamples.indices {
        report.counterexamples[place].save(traces: folder, specs: folder, &lost)
      }
    }
    let verdict = write(report, in: context)
    if !audit, output.format == .text {
      // This changes from run to run, so it stands beside the report.
      let seconds = max(0.001, (SuspendingClock.now - began) / .seconds(1))
      let figures = [report.figures.states, report.figures.transitions]
      let counts = figures.map { Int(Double($0) / seconds) }
      context.errors.write("\(counts[0]) states and \(counts[1]) transitions a second\n")
    }
    if let lost { throw lost }
    return verdict
  }

  /// The remark that the search ended early, where it was stopped.
  private func stopped(_ report: ExploreReport) -> String? {
    guard report.end == .stopped else { return nil }
    let states = counted(report.figures.states, "state")
    return Interruption.sentence(after: states)
      ?? timeLimit.map { "stopped by --time-limit \($0.text) after \(states)" }
  }

  /// The command line that does the same again.
  private var repetition: String {
    let options = shellOptions([
      "--sdk": [sdk], "--depth": [depth.map { "\($0)" }], "--states": ["\(states)"],
      "--time-limit": [timeLimit?.text], "--devices": ["\(devices)"], "--inputs": [inputs],
      "--answers": [answers], "--faults": [faults], "--wait": wait, "--backends": [backends],
      "--property": properties, "--rules": [rules], "--profile": [profile], "--reading": reading,
      "--reduce": [reduce],
    ])
    return "\(CommandContext.calledAs) explore \(options)" + (strict ? " --strict" : "")
      + (audit ? " --audit" : "")
  }
}
