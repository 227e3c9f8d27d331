import Diagnostics
import Replay
import Simulation
import SpecFormat
import Specs
import Traces

/// How a trace is replayed, whatever its system.
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
  var accepted = AcceptedDrifts.none

  func report<S: System>(on file: TraceFile, as system: S.Type) throws -> ReplayReport {
    let options = try options(for: file, as: system)
    var input = file.input
    // Snapshots hold the state under the recorded readings.
    if seeks, assumptions.isEmpty, readings.isEmpty, profile == nil, let stop,
      let part = try input.section(around: stop)
    {
      input = part
    }
    var report = ReplayReport(file: file.path, try replay(input, as: system, options))
    report.startedAt = input.firstRecord
    if twice { report.digest = try foldDigest(file.input, as: system, options) }
    return report
  }

  func digest<S: System>(of file: TraceFile, as system: S.Type) throws -> FoldDigest {
    try foldDigest(file.input, as: system, try options(for: file, as: system))
  }

  private func options<S: System>(
    for file: TraceFile, as system: S.Type
  ) throws -> ReplayOptions<S> {
    var options = ReplayOptions<S>()
    options.lenient = lenient
    options.twice = twice
    options.stopAfter = stop
    options.assumptions = assumptions
    let header = try traceHeader(file.input, as: system, lenient: lenient)
    options.acceptance = accepted.covering(started: header.started, engine: header.engine)
    if profile != nil || !readings.isEmpty {
      let changes = RunOptions(
        profile: profile, readings: try readings.map { try ReadingOverride($0) })
      options.override = try changes.checkedReadings(
        over: (header.profile, header.readings), of: system)
    }
    return options
  }
}
