import Diagnostics

/// The drifts of many traces, grouped by the signatures of their first ones.
package struct DriftSummary {
  private var groups = TraceGroups<DriftSignature>()
  private var traces = 0
  /// How many of them drift.
  package private(set) var drifting = 0

  /// No trace yet.
  package init() {}

  /// So many drifting traces are shown in full; of more, one of each group is.
  package static let few = 3

  /// Whether the drift of the next trace is shown in full.
  package var showsNext: Bool { drifting < DriftSummary.few }

  /// Takes the report on one trace; `isShown` says whether its drift was shown in full.
  package mutating func add(_ report: ReplayReport, isShown: Bool) {
    traces += 1
    guard let first = report.firstDrift else { return }
    drifting += 1
    groups.add(
      first.signature,
      .init(
        file: report.file, records: report.records, seq: first.seq, finding: first.finding,
        isShown: isShown))
  }

  /// The groups, the largest first, and an example of each that was not shown before.
  package func text(_ style: TextStyle) -> String {
    if drifting <= DriftSummary.few { return "" }
    return groups.text(
      "\(drifting) of \(counted(traces, "trace")) drift; by the signatures of the first drifts:",
      style, { $0.description })
  }

  /// The groups, the largest first.
  package var sorted: [TraceGroups<DriftSignature>.Group] { groups.sorted }
}
