import Diagnostics
import Inspection
import Replay
import Reports

/// The replay of one trace with the changes of hidden state that explain its first drift.
struct ExplainedReplay: PrintedReport {
  let report: ReplayReport
  let explanation: StateExplanation?
  private let claimed: ClaimedRequirements

  init(_ file: TraceFile, _ request: ReplayRequest, in context: CommandContext) throws {
    let system = try file.system(among: context.systems)
    report = try request.report(on: file, of: system)
    let status = StatusLine(context.errors)
    Interruption.letVerbEnd()
    explanation =
      report.firstDrift == nil
      ? nil
      : try explainDrift(file.input, of: system.erased, lenient: request.lenient) { trials in
        status.show("explaining: \(trials) changes tried")
        return !Interruption.isRequested
      }
    status.clear()
    claimed = ClaimedRequirements(of: report, lenient: request.lenient, among: context.systems)
  }

  var verdict: Verdict { report.verdict }
  var findings: [Diagnostic] { report.findings }

  static let reported = ReportMembers<ExplainedReplay> { it in
    it("traces", { [$0.report] }, "The replay of the trace.")
    it("explanation", \.explanation, "What explains its first drift.")
    it.include(\.claimed)
  }

  func text(_ style: TextStyle) -> String {
    let lines = explanation?.lines(report.values, style: style) ?? []
    let command =
      explanation?.changes.first?.assumption(report.values).map { assumption in
        ["  help: \(CommandContext.calledAs) replay \(report.file) --assume '\(assumption)'"]
      } ?? []
    return report.text(style, showsState: false, explained: true)
      + (lines + command).map { visible($0) + "\n" }.joined() + claimed.text
  }
}
