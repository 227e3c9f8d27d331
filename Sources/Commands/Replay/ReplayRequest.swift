import Diagnostics
import Replay
import Simulation
import SpecFormat
import Specs
import Traces

/// How a trace is replayed, whatever its system.
struct ReplayRequest {
  /// The sequence number after which it stops.
  var stop: Int64?
  /// Readings as `name=value`, in place of the header's.
  var readings: [String] = []
  var profile: String?
  /// Whether unknown names are counted instead of refused.
  var lenient = false
  /// Whether each event is folded twice.
  var twice = false

  /// Replays a trace of `system`.
  func report<S: System>(on file: TraceFile, as system: S.Type) throws -> ReplayReport {
    var options = ReplayOptions<S>()
    options.lenient = lenient
    options.twice = twice
    options.stopAfter = stop
    if profile != nil || !readings.isEmpty {
      let header = try traceHeader(file.input, as: system, lenient: lenient)
      let changes = RunOptions(profile: profile, readings: try readings.map(override))
      let wrong = changes.findings(for: system)
      if !wrong.isEmpty { throw Stop(wrong) }
      options.override = changes.readings(
        over: (header.profile, header.readings), of: system)
    }
    return ReplayReport(file: file.path, try replay(file.input, as: system, options))
  }

  private func override(_ text: String) throws -> ReadingOverride {
    do throws(Diagnostics) {
      return try ReadingOverride(text)
    } catch {
      throw Stop(error.all)
    }
  }
}
