import ArgumentParser
import Diagnostics
import Reports
import JSON
import Replay

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

  @Flag(help: "Rewrite the recorded effects and state hashes after an intended change.")
  var rerecord = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    let selects = stop != nil || state || twice || lenient || profile != nil || !readings.isEmpty
    if rerecord, traces.contains("-") { throw ValidationError("--rerecord rewrites files") }
    if rerecord, selects { throw ValidationError("--rerecord goes with --format alone") }
  }

  func judge(in context: CommandContext) throws -> Verdict {
    let files = TraceFile.all(traces)
    guard !files.isEmpty else { throw Stop(.invalid, "nothing ran: no trace was found") }
    if rerecord { return try rerecorded(files, in: context) }
    var verdict = Verdict.clean
    var reports: [ReplayReport] = []
    for file in files {
      let report = try report(file, in: context)
      if output.format == .text {
        context.output.write(report.text(context.style, showsState: state))
      }
      verdict = max(verdict, report.verdict)
      reports.append(report)
    }
    if output.format == .json {
      context.output.write(
        document(verdict, findings: reports.flatMap(\.findings)) { document in
          document.list("traces") { list in
            for report in reports { list.object { report.write(to: &$0) } }
          }
        })
    }
    return verdict
  }

  private var request: ReplayRequest {
    ReplayRequest(
      stop: stop, readings: readings, profile: profile, lenient: lenient, twice: twice)
  }

  private func report(_ file: TraceFile, in context: CommandContext) throws -> ReplayReport {
    do {
      return try file.system(among: context.systems).replay(file, request)
    } catch let finding as Diagnostic {
      return ReplayReport(file: file.path, refusal: finding)
    }
  }

  private func rerecorded(_ files: [TraceFile], in context: CommandContext) throws -> Verdict {
    var reports: [RerecordReport] = []
    for file in files {
      let report = try rerecorded(file, in: context)
      if output.format == .text { context.output.write(report.text(context.style)) }
      reports.append(report)
    }
    let verdict = reports.map(\.verdict).max() ?? .clean
    if output.format == .json {
      context.output.write(
        document(verdict, findings: reports.flatMap(\.findings)) { document in
          document.list("traces") { list in
            for report in reports { list.object { report.write(to: &$0) } }
          }
        })
    }
    return verdict
  }

  private func rerecorded(
    _ file: TraceFile, in context: CommandContext
  ) throws -> RerecordReport {
    do {
      let system = try file.system(among: context.systems)
      let draft = try FileDraft(file.path)
      let rerecording = try system.rerecord(file) { try draft.write($0) }
      // A trace that agrees stays as it is, byte for byte: a torn last line too.
      if !rerecording.isUnchanged { try draft.finish() }
      return RerecordReport(file.path, rerecording)
    } catch let finding as Diagnostic {
      return RerecordReport(file.path, refusal: finding)
    }
  }
}
