import ArgumentParser
import Diagnostics
import JSON
import Replay
import Reports

/// Tells whether traces are as their recorder left them, and seals or repairs those that are not.
struct VerifyCommand: VerbCommand {
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
      Exit codes: 0 all are intact, 1 something is missing or damaged, repaired or not, 2 a trace \
      cannot be read or repaired.
      """)

  @Argument(help: "Traces, folders of *.trace.jsonl, or folders of a log.", completion: .traces)
  var traces: [String]

  @Flag(help: "Number the records of one trace and hash it anew; the result is written out.")
  var seal = false

  @Flag(help: "Write damaged traces anew to --output, without the lines that cannot be read.")
  var repair = false

  @Option(
    name: .customLong("output"),
    help: "Where --seal and --repair write to; --seal to standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  var ownsOutput: Bool { seal && target == nil }

  func validate() throws {
    if seal, traces.count != 1 { throw ValidationError("--seal takes one trace") }
    if seal, repair { throw ValidationError("--repair seals what it writes: leave out --seal") }
    if repair, target == nil { throw ValidationError("--repair needs --output") }
    if target != nil, !seal, !repair {
      throw ValidationError("--output goes with --seal or --repair")
    }
  }

  func judge(in context: CommandContext) async throws -> Verdict {
    if repair, let target {
      return try await RepairRun(traces: traces, target: target, format: output.format)
        .judge(in: context)
    }
    let files = TraceFile.paths(traces)
    guard !files.isEmpty else { throw Stop(.invalid, "nothing ran: no trace was found") }
    if seal, let path = files.first { return try resealed(TraceFile(path), in: context) }
    var run = IntegrityRun(total: files.count, format: output.format, context)
    try await inOrder(files.count) { [systems = context.systems] index in
      VerifyCommand.report(TraceFile(files[index]), systems)
    } _: {
      run.take($0)
    }
    return run.finish()
  }

  private static func report(
    _ file: TraceFile, _ systems: [RegisteredSystem]
  ) -> IntegrityReport {
    let report: IntegrityReport
    do throws(Diagnostic) {
      report = IntegrityReport(file.path, try file.system(among: systems).verify(file))
    } catch {
      report = IntegrityReport(file.path, refusal: error)
    }
    return report.adding(RunFiles.current.takeFindings(of: file.path))
  }

  private func resealed(_ file: TraceFile, in context: CommandContext) throws -> Verdict {
    do {
      let system = try file.system(among: context.systems)
      if let target {
        let draft = try FileDraft(target)
        let before = try system.seal(file) { try draft.write($0) }
        try draft.finish()
        return report(before, of: file, in: context)
      }
      let before = try system.seal(file) { try context.output.stream($0) }
      return report(before, of: file, in: context)
    } catch let finding as Diagnostic {
      throw Stop([finding])
    } catch is Output.Ended {
      return .clean
    }
  }

  /// Shows what was wrong before the sealing, beside the document where that goes to the output. A
  /// trace may be edited by hand, a damaged log is a finding.
  private func report(
    _ before: TraceIntegrity, of file: TraceFile, in context: CommandContext
  ) -> Verdict {
    let inLog = RunFiles.current.takeFindings(of: file.path)
    let verdict: Verdict = inLog.isEmpty ? .clean : .finding
    if output.format == .json {
      let stream = ownsOutput ? context.errors : context.output
      let report = IntegrityReport(file.path, before).adding(inLog)
      stream.write(IntegrityRun.document([report], verdict: verdict))
      return verdict
    }
    for finding in inLog + before.diagnostics(file: file.path) {
      if ownsOutput { context.showError(finding) } else { context.show(finding) }
    }
    return verdict
  }
}
