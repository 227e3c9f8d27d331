import ArgumentParser
import Replay
import Reports

/// Tells whether traces are as their recorder left them, and seals or repairs those that are not.
struct VerifyCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract:
      "Check the integrity of traces; --seal numbers them anew, --repair reads past damage.",
    discussion: """
      --repair reads a damaged trace to its end. What cannot be read, comes twice or comes late is \
      set aside in OUTPUT.lost, each line as 'NUMBER:LINE'; the repaired trace has a note in its \
      place, and one wherever records are missing. Of the folder of a log a new log is made, and \
      OUTPUT.lost has the damaged bytes, each place as 'SEGMENT:OFFSET:LENGTH:BYTES'. Of several \
      traces --output is a folder, in which the damaged ones are written under their own names. \
      Exit codes: 0 all are intact or one is sealed, 1 something is missing or damaged, repaired \
      or not, 2 a trace cannot be read or repaired.
      """)

  @Argument(help: "Traces, folders of *.trace.jsonl, or folders of a log.", completion: .traces)
  var traces: [String]

  @Flag(help: "Number the records of one trace and hash it anew; the result is written out.")
  var seal = false

  @Flag(help: "Write damaged traces anew to --output, without the lines that cannot be read.")
  var repair = false

  @Option(
    name: .customLong("output"),
    help: "The file that --seal and --repair write to; --seal to standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  var ownsOutput: Bool { seal && target == nil && output.format == .text }

  func validate() throws {
    if seal, traces.count != 1 { throw ValidationError("--seal takes one trace") }
    if seal, repair { throw ValidationError("--repair seals what it writes: leave out --seal") }
    if repair, target == nil { throw ValidationError("--repair needs --output") }
    if target?.isEmpty == true { throw ValidationError("--output takes a file or a folder") }
    if target != nil, !seal, !repair {
      throw ValidationError("--output goes with --seal or --repair")
    }
  }

  static let reports: [any VerbReport.Type] = [
    TraceRunReport<IntegritySummary>.self, SealReport.self,
  ]

  func judge(in context: CommandContext) async throws -> Verdict {
    if seal { return try resealed(in: context) }
    var run = TraceRun(IntegritySummary(), of: self, in: context)
    if repair, let target {
      var tasks = try TraceRepair(traces: traces, target: target).distinctTasks()[...]
      return try await run.run(each: { tasks.popFirst() }, of: tasks.count) {
        [systems = context.systems] in
        try TraceRepair.report(on: $0, systems)
      }
    }
    return try await run.run(try TraceFile.paths(traces)) {
      IntegrityReport($0.path, try $1.erased.verify($0.input))
    }
  }

  /// Shows what was wrong before the sealing, beside the document where that goes to the output. A
  /// trace may be edited by hand, a damaged log is a finding.
  private func resealed(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(traces[0])
    let system = try file.system(among: context.systems)
    let (before, sealed) = try make(in: context) { try system.seal(file, $0) }
    let inLog = RunFiles.current.takeFindings(of: file.path)
    var trace = IntegrityReport(file.path, before)
    trace.add(inLog: inLog)
    return write(
      SealReport(trace: trace, sealed: sealed, verdict: inLog.isEmpty ? .clean : .finding),
      in: context)
  }
}
