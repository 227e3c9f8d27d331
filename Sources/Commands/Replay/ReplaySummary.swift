import Diagnostics
import Inspection
import Replay
import Reports
import SpecFormat

/// The drifts of the traces of one command line, and how often each acceptance was used.
struct ReplaySummary: TraceSummary {
  let accepted: [Acceptance]
  let showsState: Bool
  let isOfMany: Bool
  /// Whether the exact traces among many are named too.
  let namesExact: Bool
  /// Finds the requirements of the drift of a trace that is replayed alone.
  let claims: (ReplayReport) -> ClaimedRequirements
  private(set) var exact = 0
  private(set) var drifts = TraceGroups<DriftSignature>()
  private(set) var claimed = ClaimedRequirements()
  private(set) var uses: [Int: (drifts: Int64, traces: Int)] = [:]

  static let reported = ReportMembers<ReplaySummary> { it in
    it("groups", \.drifts.sorted, "The drifts with how many traces begin to drift so.")
    it("accepted", { $0.accepted.uses($0.uses) }, "The drifts that a file of --accept lists.")
    it.include(\.claimed)
  }

  mutating func add(_ report: ReplayReport) -> (TextStyle) -> String {
    let isExplained = drifts.add(report)
    if report.verdict == .clean {
      exact += 1
      let isNamed = namesExact || showsState || !isOfMany
      if !isNamed, report.findings.isEmpty, report.groups.isEmpty { return { _ in "" } }
    }
    for group in report.groups {
      guard let index = group.acceptance else { continue }
      uses[index, default: (0, 0)].drifts += group.count
    }
    for index in Set(report.groups.compactMap(\.acceptance)) { uses[index]?.traces += 1 }
    if !isOfMany, report.firstDrift != nil { claimed = claims(report) }
    return { [showsState, claimed] in
      report.text($0, showsState: showsState, explained: isExplained) + claimed.text
    }
  }

  var remark: String { drifts.found == 0 ? "" : "\(drifts.found) drift" }

  var findings: [Diagnostic] { accepted.uses(uses).compactMap(\.warning) }

  func text(_ style: TextStyle) -> String {
    drifts.text("drift; by the signatures of the first drifts:", style) { $0.description }
      + accepted.uses(uses).filter { $0.drifts > 0 }.map { use in
        "accepted \(use.drifts) × \(visible(use.signature)) in \(counted(use.traces, "trace")): "
          + "\(visible(use.acceptance.reason))\n"
      }.joined() + (isOfMany ? style.paint(counts, .emphasis) + "\n" : "")
  }

  private var counts: String {
    let rest = drifts.traces - exact - drifts.found
    return "\(counted(drifts.traces, "trace")): \(exact) exact, \(drifts.found) drifting"
      + (rest > 0 ? ", \(rest) unreadable or unstable" : "")
  }
}

extension ReplayReport: TraceReport {}

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
      : try explainDrift(file.input, of: system.erased, lenient: request.lenient) {
        status.goesOn("explaining: \(counted($0, "change")) tried")
      }
    status.clear()
    claimed = ClaimedRequirements(
      of: report, explained: explanation, lenient: request.lenient, among: context.systems)
  }

  var verdict: Verdict { report.verdict }
  var findings: [Diagnostic] { report.findings }

  static let reported = ReportMembers<ExplainedReplay> { it in
    it("traces", { [$0.report] }, "The replay of the trace.")
    it("explanation", \.explanation, "The changes that explain its first drift.")
    it.include(\.claimed)
  }

  func text(_ style: TextStyle) -> String {
    let lines = explanation?.lines(report.values, style: style) ?? []
    let command =
      explanation?.changes.first?.assumptions(report.values).map { assumptions in
        ["  help: \(CommandContext.calledAs) replay \(shellWord(report.file)) \(assumptions)"]
      } ?? []
    return report.text(style, showsState: false, explained: true)
      + (lines + command).map { visible($0) + "\n" }.joined() + claimed.text
  }
}
