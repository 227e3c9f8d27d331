import ArgumentParser
import Diagnostics
import Replay
import Simulation
import Specs
import Traces

/// Folds recorded events again and compares every recorded effect and state.
struct ReplayCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Fold a trace again and find where it drifts.")

  @Argument(help: "Traces, or folders of *.trace.jsonl.")
  var traces: [String]

  @Option(name: .customLong("at"), help: "Stop after the record with this sequence number.")
  var stop: Int64?

  @Flag(help: "Show the state after the last record.")
  var state = false

  @Option(
    name: .customLong("reading"),
    help: "Another reading, NAME=VALUE, in place of the header's; may be repeated.")
  var readings: [String] = []

  @Option(help: "Another profile in place of the header's.")
  var profile: String?

  @Flag(help: "Count unknown names instead of refusing them.")
  var lenient = false

  @Flag(help: "Fold twice and compare the outcomes.")
  var twice = false

  @OptionGroup var output: OutputOptions

  mutating func judge() throws -> Verdict {
    let files = TraceFile.all(traces)
    guard !files.isEmpty else { throw Stop(.invalid, "nothing ran: no trace was found") }
    var verdict = Verdict.clean
    var reports: [ReplayReport] = []
    for file in files {
      let report = try report(file)
      if output.format == .text { Console.write(report.text(Console.style, showsState: state)) }
      verdict = max(verdict, report.verdict)
      reports.append(report)
    }
    if output.format == .json { Console.write(ReplayReport.json(reports)) }
    return verdict
  }

  private func report(_ file: TraceFile) throws -> ReplayReport {
    do {
      return try replayed(file, as: try file.system())
    } catch let finding as Diagnostic {
      return ReplayReport(file: file.path, refusal: finding)
    }
  }

  private func replayed<S: System>(
    _ file: TraceFile, as system: S.Type
  ) throws -> ReplayReport {
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
