import Inspection
import Replay
import Reports
import SpecFormat
import Specs
import Traces

/// The options for replaying a trace, whatever its system.
struct ReplayRequest: Sendable {
  var stop: Int64?
  /// Whether the state there is all that is wanted, so that the fold may begin at a snapshot.
  var seeks = false
  /// Readings as `name=value`, in place of the header's.
  var readings: [String] = []
  var profile: String?
  /// Whether unknown names are counted instead of refused.
  var lenient = false
  /// Whether each event is folded twice.
  var twice = false
  /// Fields of the hidden state that are changed on the way.
  var assumptions: [Assumption] = []
  var accepted: [Acceptance] = []
  /// Whether the readings and the profile are for the systems that know them.
  var isForSeveral = false

  /// The readings and the profile as they change a run.
  var changes: RunOptions {
    get throws {
      RunOptions(profile: profile, readings: try readings.overrides())
    }
  }

  /// Replays a trace; one that is alone has to have the record at which it stops.
  func report(
    on file: TraceFile, of system: RegisteredSystem, isAlone: Bool = false
  ) throws -> ReplayReport {
    let options = try options(for: file, of: system)
    var input = file.input
    // Snapshots hold the state under the recorded readings.
    if seeks, assumptions.isEmpty, readings.isEmpty, profile == nil, let stop,
      let part = try input.section(around: stop)
    {
      input = part
    }
    let outcome = try system.erased.replay(input, options)
    // A lenient reader passes over records.
    if isAlone, let stop, !lenient, outcome.lastSeq != stop {
      throw try TraceHistory(file.input, of: system.erased).summary.noSuchRecord(stop)
    }
    var report = ReplayReport(file: file.path, outcome)
    report.startedAt = input.firstRecord
    if twice { report.digest = try system.erased.digest(file.input, options) }
    return report
  }

  func digest(of file: TraceFile, of system: RegisteredSystem) throws -> FoldDigest {
    try system.erased.digest(file.input, try options(for: file, of: system))
  }

  private func options(
    for file: TraceFile, of system: RegisteredSystem
  ) throws -> ReplayOptions {
    var options = ReplayOptions()
    options.lenient = lenient
    options.twice = twice
    options.stopAfter = stop
    options.assumptions = assumptions
    let header = try system.erased.walk(file.input, lenient: lenient).header
    options.acceptance = accepted.covering(started: header.started, engine: header.engine)
    if profile != nil || !readings.isEmpty {
      var changes = try self.changes
      if isForSeveral { changes = changes.known(to: system.machine) }
      options.override = try changes.checkedOverride(of: system.machine)
    }
    return options
  }
}

extension [String] {
  /// Reads what each `--reading` of a command line sets.
  func overrides() throws -> [ReadingOverride] {
    try map {
      if $0.assignment != nil { return try ReadingOverride($0) }
      throw Stop(.usage, "--reading takes NAME=VALUE, such as propagation=15m, not '\($0)'")
    }
  }
}

extension RunOptions {
  /// Says which systems of a run do not know which options; empty where all know all.
  func partlyKnown(among systems: [RegisteredSystem], of files: String) -> String {
    systems.map { system in
      let unknown = self.unknown(to: system.machine)
      if unknown.isEmpty { return "" }
      return "\(system.name) does not know \(unknown.joined(separator: " and ")): "
        + "its \(files) run as they are\n"
    }.joined()
  }
}
