import Diagnostics
import JSON
import Reports

/// The reports on the integrity of many traces, written as they come.
struct IntegrityRun {
  private let format: OutputFormat
  private let context: CommandContext
  private var progress: ProgressBar
  private var verdict = Verdict.clean
  private var counts: [Verdict: Int] = [:]
  private var reports: [IntegrityReport] = []

  init(total: Int, format: OutputFormat, _ context: CommandContext) {
    self.format = format
    self.context = context
    progress = ProgressBar(context.errors, total: total, unit: "traces")
  }

  /// Takes the report on the next trace.
  mutating func take(_ report: IntegrityReport) {
    verdict = max(verdict, report.verdict)
    counts[report.verdict, default: 0] += 1
    switch format {
    case .text:
      progress.clear()
      context.output.write(report.text(context.style))
    case .json: reports.append(report)
    }
    let damaged = counts[.finding] ?? 0
    progress.advance(damaged == 0 ? "" : "\(damaged) damaged")
  }

  /// Writes what concerns all traces together.
  mutating func finish() -> Verdict {
    progress.clear()
    switch format {
    case .text: context.output.write(summary)
    case .json: context.output.write(IntegrityRun.document(reports, verdict: verdict))
    }
    return verdict
  }

  /// How many traces are what, where there are too many to count.
  private var summary: String {
    let total = counts.values.reduce(0, +)
    guard total > IntegrityRun.few else { return "" }
    let parts: [(Verdict, String)] = [
      (.clean, "intact"), (.finding, "damaged"), (.invalid, "unreadable"),
    ]
    let words = parts.compactMap { verdict, word in counts[verdict].map { "\($0) \(word)" } }
    return "\n\(counted(total, "trace")): \(words.joined(separator: ", "))\n"
  }

  private static let few = 3

  /// The reports as one document.
  static func document(_ reports: [IntegrityReport], verdict: Verdict) -> String {
    JSONEnvelope.text(
      verb: "verify", verdict: verdict, findings: reports.flatMap(\.findings)
    ) { document in
      document.list("traces") { list in
        for report in reports { list.object { report.write(to: &$0) } }
      }
    }
  }
}
