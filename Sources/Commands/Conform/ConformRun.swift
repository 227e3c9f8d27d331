import JSON
import Reports

/// The reports on the traces of one command line, written as they come.
struct ConformRun {
  private let format: OutputFormat
  private let context: CommandContext
  private var verdict = Verdict.clean
  private var summary = BreachSummary()
  private var progress: ProgressBar
  private var reports: [ConformReport] = []

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
    case .json: reports.append(report)
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
        verb: "conform", verdict: verdict, findings: reports.flatMap(\.findings)
      ) { document in
        document.list("traces") { list in
          for report in reports { list.object { report.write(to: &$0) } }
        }
        document.list("groups") { summary.write(to: &$0) }
      })
    return verdict
  }
}
