import ArgumentParser
import Diagnostics
import Inspection
import Reports

/// Says of one trace why it drifts, and of many what those that drift have in common.
struct TriageCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "triage",
    abstract: "Why a trace drifts; of many, which do, and what they share.",
    discussion: """
      pushtrace triage field.trace.jsonl
      pushtrace triage traces/
      pushtrace triage --verdicts part-*

      Of one trace: the first drift, the records around it, the gates, the change of hidden state \
      that explains it, requirements and the nearest scenarios, the smallest proof, and commands \
      for a closer look. Of several: the counts, and for each kind of drift the devices, the \
      versions and what they share; --verdicts sums up what 'replay --verdicts' has written about \
      parts of them, wherever it ran. Exit codes are those of replay: 0 all exact, 1 a drift, 2 \
      unreadable.
      """)

  @Argument(
    help: """
      A trace, or several, or folders of *.trace.jsonl; with --verdicts files of verdicts, or \
      folders of them, or nothing for standard input.
      """, completion: .traces)
  var traces: [String] = []

  @Flag(help: "Sum up the lines that 'replay --verdicts' has written.")
  var verdicts = false

  @Option(help: "A spec or a folder of specs, whose scenarios are looked at.", completion: .specs)
  var specs = "Specs"

  @Option(help: "The most changes of hidden state that are tried.")
  var limit = 20_000

  @Flag(help: .lenient)
  var lenient = false

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [
    DriftTriage.self, TraceRunReport<FleetSummary>.self,
  ]

  func validate() throws {
    if traces.isEmpty, !verdicts {
      throw ValidationError("name a trace, or a folder of *.trace.jsonl")
    }
  }

  func judge(in context: CommandContext) async throws -> Verdict {
    if verdicts {
      let lines = try VerdictLines(traces.isEmpty ? ["-"] : traces)
      Interruption.letVerbEnd()
      var run = TraceRun(summary(in: context), of: self, in: context)
      return try await run.run(each: lines.next) { bytes, place in
        DeviceReport(verdict: bytes, at: place).errors
      }
    }
    let files = try TraceFile.found(traces)
    if files.count == 1 {
      return write(try DriftTriage(TraceFile(files[0]), self, in: context), in: context)
    }
    Interruption.letVerbEnd()
    var run = TraceRun(summary(in: context), of: self, in: context)
    let request = ReplayRequest(lenient: lenient)
    return try await run.run(files) { try DeviceReport($0, $1, request).errors }
  }

  /// A summary whose groups are explained by their smallest traces, where those can be read.
  private func summary(in context: CommandContext) -> FleetSummary {
    let status = StatusLine(context.errors)
    return FleetSummary { file in
      let trace = TraceFile(file)
      defer { status.clear() }
      guard OpenFile.isRepeatable(file), let system = try? trace.system(among: context.systems)
      else { return [] }
      let found = try? explainDrift(
        trace.input, of: system.erased, lenient: lenient, limit: limit
      ) { status.goesOn("explaining \(file): \(counted($0, "change")) tried") }
      return found?.fields ?? []
    }
  }
}
