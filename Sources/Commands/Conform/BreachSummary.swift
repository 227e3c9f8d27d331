import Diagnostics
import Replay
import Reports

/// The broken rules of many traces: each rule with the traces that break it.
struct BreachSummary: TraceSummary {
  private var groups = TraceGroups<BrokenRule>()
  private var traces = 0
  private var breaking = 0

  /// So many traces are shown with their findings; of more, one for each rule is.
  private static let few = 3

  static let reported = ReportMembers<BreachSummary> { it in
    it("groups", \.groups.sorted, "The rules that are broken, with how many traces break them.")
  }

  mutating func add(_ report: ConformReport) -> (TextStyle) -> String {
    let isShown = breaking < BreachSummary.few
    traces += 1
    if report.verdict == .finding { breaking += 1 }
    for (rule, finding) in report.firstBreaches {
      groups.add(
        BrokenRule(rule: rule.text),
        .init(
          file: report.file, records: report.records, seq: rule.seq, finding: finding,
          isShown: isShown))
    }
    return { report.text($0, explained: isShown) }
  }

  var remark: String { breaking == 0 ? "" : "\(breaking) broken" }

  /// The rules, the one that most traces break first, and an example of each that was not shown.
  func text(_ style: TextStyle) -> String {
    if breaking <= BreachSummary.few { return "" }
    return groups.text(
      "\(breaking) of \(counted(traces, "trace")) break rules; by the rules:", style, \.rule)
  }
}

/// The rule that traces of one group break.
struct BrokenRule: Hashable, ReportedRecord {
  let rule: String

  static let reported = ReportMembers<BrokenRule> { $0("rule", \.rule) }
}
