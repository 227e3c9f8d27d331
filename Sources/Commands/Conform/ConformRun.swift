import JSON
import Reports

/// The reports on the traces of one command line, written as they come.
struct ConformRun {
  private let format: OutputFormat
  private let context: CommandContext
  private var verdict = Verdict.clean
  private var summary = BreachSummary()
  private var progress: ProgressBar
  private let traces = JSONSpool()
  private let findings = JSONSpool()

  init(total: Int, format: OutputFormat, _ context: CommandContext) {
    self.format = format
    self.context = context
    progress = ProgressBar(context.errors, total: total, unit: "traces")
  }

  /// Takes the report on the next trace.
  mutating func take(_ report: ConformReport) {
    verdict = max(verdict, report.verdict)
    let isExplained = summary.showsNext
    summary.add(report, isShown: isExplained)
    switch format {
    case .text:
      progress.clear()
      context.output.write(report.text(context.style, explained: isExplained))
    case .json:
      traces.add { report.write(to: &$0) }
      for finding in report.findings { findings.add { $0.members(of: finding) } }
    }
    progress.advance(summary.breaking == 0 ? "" : "\(summary.breaking) broken")
  }

  /// Writes what concerns all traces together.
  mutating func finish() -> Verdict {
    progress.clear()
    guard format == .json else {
      context.output.write(summary.text(context.style))
      return verdict
    }
    context.output.write(
      JSONEnvelope.text(
        verb: "conform", verdict: verdict,
        includingFindings: { document in
          document.list("findings") { findings.write(into: &$0, context.output) }
          document.list("traces") { traces.write(into: &$0, context.output) }
          document.list("groups") { summary.write(to: &$0) }
        }))
    return verdict
  }
}
