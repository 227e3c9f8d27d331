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
  private let total: Int
  private var taken = 0
  private var verdict = Verdict.clean
  private var summary = DriftSummary()
  private var progress: ProgressBar
  private var uses: [Int: (drifts: Int64, traces: Int)] = [:]
  private let traces = JSONSpool()
  private let findings = JSONSpool()

  init(
    total: Int, accepted: AcceptedDrifts, showsState: Bool, format: OutputFormat,
    _ context: CommandContext
  ) {
    self.total = total
    self.accepted = accepted
    self.showsState = showsState
    self.format = format
    self.context = context
    progress = ProgressBar(context.errors, total: total, unit: "traces")
  }

  /// Takes the report on the next trace.
  mutating func take(_ report: ReplayReport) {
    taken += 1
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
    case .json:
      traces.add { report.write(to: &$0) }
      for finding in report.findings { findings.add { $0.members(of: finding) } }
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
      if let stopped { context.output.write("\(stopped)\n") }
    case .json:
      for warning in uses.compactMap(\.warning) { findings.add { $0.members(of: warning) } }
      context.output.write(document(uses))
    }
    return verdict
  }

  /// The remark that not all traces were folded, where the verb was asked to end.
  private var stopped: String? {
    Interruption.sentence(after: "\(taken) of \(counted(total, "trace"))")
  }

  private func document(_ uses: [AcceptedDrifts.Use]) -> String {
    JSONEnvelope.text(
      verb: "replay", verdict: verdict,
      includingFindings: { document in
        if let stopped { document.member("stopped", stopped) }
        document.list("findings") { findings.write(into: &$0, context.output) }
        document.list("traces") { traces.write(into: &$0, context.output) }
        document.list("groups") { summary.write(to: &$0) }
        document.list("accepted") { list in
          for use in uses { list.object { use.write(to: &$0) } }
        }
      })
  }
}
