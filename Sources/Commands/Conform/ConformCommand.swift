import ArgumentParser
import Diagnostics
import Reports

/// Holds recorded traces against the documents' rules, whoever recorded them.
struct ConformCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Hold recorded traces against the documents' rules alone.",
    discussion: """
      The machine is not folded: a trace of any recorder can be judged. Each device is judged by \
      itself, backends are not. A rule about effects of which none is recorded cannot be judged, \
      nor can one that looks back where the trace begins in the middle; a rule whose time is not \
      over when the trace ends is inconclusive. Both are counted and are no findings: a trace from \
      the field ends where it ends. Where more than three traces break rules, they are counted \
      by the rules.
      """)

  @Argument(help: "Traces, or folders of *.trace.jsonl.", completion: .traces)
  var traces: [String] = []

  @Option(
    help: "Rules of your own, NAME.rules.yaml, in place of the documents'.", completion: .specs)
  var rules: String?

  @Flag(help: "Count unknown names instead of refusing them.")
  var lenient = false

  @OptionGroup var many: VerdictOptions

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [
    TraceRunReport<BreachSummary>.self, VerdictLine<ConformReport>.self,
  ]

  func validate() throws { try many.validate(traces: traces) }

  func judge(in context: CommandContext) async throws -> Verdict {
    let request = ConformRequest(
      rules: try rules.map { try RuleText($0) }, lenient: lenient)
    let judge: @Sendable (TraceFile, RegisteredSystem) throws -> ConformReport = {
      try request.report(on: $0, of: $1)
    }
    if many.verdicts {
      return try await VerdictRun(verb: Self.verb, context: context, judge: judge).run(traces)
    }
    var run = TraceRun(BreachSummary(), of: self, in: context)
    return try await run.run(TraceFile.paths(traces), judge)
  }
}
