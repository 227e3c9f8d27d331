import Diagnostics
import Replay
import Reports

/// The broken rules of many traces: each rule with the traces that break it.
struct BreachSummary: TraceSummary {
  private var groups = TraceGroups<BrokenRule>()

  static let reported = ReportMembers<BreachSummary> { it in
    it("groups", \.groups.sorted, "The rules that are broken, with how many traces break them.")
  }

  mutating func add(_ report: ConformReport) -> (TextStyle) -> String {
    let isShown = groups.count(hasFinding: report.verdict == .finding)
    for (rule, finding) in report.firstBreaches {
      groups.add(
        BrokenRule(rule: rule.text),
        .init(
          file: report.file, records: report.records, seq: rule.seq, finding: finding,
          isShown: isShown))
    }
    return { report.text($0, explained: isShown) }
  }

  var remark: String { groups.found == 0 ? "" : "\(groups.found) broken" }

  /// The rules, the one that most traces break first, and an example of each that was not shown.
  func text(_ style: TextStyle) -> String {
    groups.text("break rules; by the rules:", style, \.rule)
  }
}

/// The rule that traces of one group break.
struct BrokenRule: Hashable, ReportedRecord {
  let rule: String

  static let reported = ReportMembers<BrokenRule> { $0("rule", \.rule) }
}
