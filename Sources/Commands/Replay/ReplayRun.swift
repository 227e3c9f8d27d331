import Diagnostics
import JSON
import Replay
import Reports
import SpecFormat

/// The reports on the traces of one command line, written as they come.
struct ReplayRun {
  private let accepted: AcceptedDrifts
  private let showsState: Bool
  private let format: OutputFormat
  private let context: CommandContext
  private var verdict = Verdict.clean
  private var summary = DriftSummary()
  private var progress: ProgressBar
  private var uses: [Int: (drifts: Int64, traces: Int)] = [:]
  private var reports: [ReplayReport] = []

  init(
    total: Int, accepted: AcceptedDrifts, showsState: Bool, format: OutputFormat,
    _ context: CommandContext
  ) {
    self.accepted = accepted
    self.showsState = showsState
    self.format = format
    self.context = context
    progress = ProgressBar(context.errors, total: total, unit: "traces")
  }

  /// Takes the report on the next trace.
  mutating func take(_ report: ReplayReport) {
    verdict = max(verdict, report.verdict)
    for group in report.groups {
      guard let index = group.acceptance else { continue }
      uses[index, default: (0, 0)].drifts += group.count
    }
    for index in Set(report.groups.compactMap(\.acceptance)) { uses[index]?.traces += 1 }
    let isExplained = summary.showsNext
    summary.add(report, isShown: isExplained)
    switch format {
    case .text:
      progress.clear()
      context.output.write(
        report.text(context.style, showsState: showsState, explained: isExplained))
    case .json: reports.append(report)
    }
    progress.advance(summary.drifting == 0 ? "" : "\(summary.drifting) drift")
  }

  /// Writes what concerns all traces together.
  mutating func finish() -> Verdict {
    progress.clear()
    let uses = accepted.uses(uses)
    switch format {
    case .text:
      context.output.write(summary.text(context.style))
      for use in uses where use.drifts > 0 {
        context.output.write(
          "accepted \(use.drifts) × \(visible(use.signature)) in \(counted(use.traces, "trace")): "
            + "\(visible(use.acceptance.reason))\n")
      }
      for warning in uses.compactMap(\.warning) { context.show(warning) }
    case .json: context.output.write(document(uses))
    }
    return verdict
  }

  private func document(_ uses: [AcceptedDrifts.Use]) -> String {
    JSONEnvelope.text(
      verb: "replay", verdict: verdict,
      findings: reports.flatMap(\.findings) + uses.compactMap(\.warning)
    ) { document in
      document.list("traces") { list in
        for report in reports { list.object { report.write(to: &$0) } }
      }
      document.list("groups") { summary.write(to: &$0) }
      document.list("accepted") { list in
        for use in uses { list.object { use.write(to: &$0) } }
      }
    }
  }
}
