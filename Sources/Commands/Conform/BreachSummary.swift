import Diagnostics
import JSON
import Replay
import Reports

/// The broken rules of many traces: each rule with the traces that break it.
struct BreachSummary {
  private var groups = TraceGroups<String>()
  private var traces = 0
  private(set) var breaking = 0

  /// So many traces are shown with their findings; of more, one for each rule is.
  private static let few = 3

  /// Whether the findings of the next trace are shown.
  var showsNext: Bool { breaking < BreachSummary.few }

  /// Takes the report on one trace; `isShown` says whether its findings were shown.
  mutating func add(_ report: ConformReport, isShown: Bool) {
    traces += 1
    if report.verdict == .finding { breaking += 1 }
    for (rule, finding) in report.firstBreaches {
      groups.add(
        rule.text,
        .init(
          file: report.file, records: report.records, seq: rule.seq, finding: finding,
          isShown: isShown))
    }
  }

  /// The rules, the one that most traces break first, and an example of each that was not shown.
  func text(_ style: TextStyle) -> String {
    if breaking <= BreachSummary.few { return "" }
    return groups.text(
      "\(breaking) of \(counted(traces, "trace")) break rules; by the rules:", style, \.self)
  }

  /// Writes the rules as elements of a list.
  func write(to list: inout JSONOutput) { groups.write(to: &list) { $1.member("rule", $0) } }
}
