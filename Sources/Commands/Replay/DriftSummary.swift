import Diagnostics
import JSON
import Replay

/// The drifts of many traces, grouped by the signatures of their first ones.
struct DriftSummary {
  private var groups = TraceGroups<DriftSignature>()
  private var traces = 0
  private(set) var drifting = 0

  /// So many drifting traces are shown in full; of more, one of each group is.
  static let few = 3

  /// Whether the drift of the next trace is shown in full.
  var showsNext: Bool { drifting < DriftSummary.few }

  /// Takes the report on one trace; `isShown` says whether its drift was shown in full.
  mutating func add(_ report: ReplayReport, isShown: Bool) {
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
  func text(_ style: TextStyle) -> String {
    if drifting <= DriftSummary.few { return "" }
    return groups.text(
      "\(drifting) of \(counted(traces, "trace")) drift; by the signatures of the first drifts:",
      style, \.description)
  }

  /// Writes the groups as elements of a list.
  func write(to list: inout JSONOutput) { groups.write(to: &list) { $1.signature($0) } }
}

extension JSONOutput {
  /// Writes the parts of a signature as members.
  mutating func signature(_ signature: DriftSignature) {
    member("event", signature.event)
    member("effect", signature.effect)
    member("kind", signature.kind.rawValue)
    list("fields") { list in signature.fields.forEach { list.element($0) } }
  }
}
