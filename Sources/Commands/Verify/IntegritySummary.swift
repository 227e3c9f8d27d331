import Diagnostics
import Reports

/// The numbers of traces that are intact, damaged or unreadable.
struct IntegritySummary: TraceSummary {
  private var counts: [Verdict: Int] = [:]

  mutating func add(_ report: IntegrityReport) -> (TextStyle) -> String {
    counts[report.verdict, default: 0] += 1
    return report.text
  }

  var remark: String { counts[.finding].map { "\($0) damaged" } ?? "" }

  /// Nothing where there are too few to count.
  func text(_ style: TextStyle) -> String {
    let total = counts.values.reduce(0, +)
    guard total > IntegritySummary.few else { return "" }
    let parts: [(Verdict, String)] = [
      (.clean, "intact"), (.finding, "damaged"), (.invalid, "unreadable"),
    ]
    let words = parts.compactMap { verdict, word in counts[verdict].map { "\($0) \(word)" } }
    return "\n\(counted(total, "trace")): \(words.joined(separator: ", "))\n"
  }

  private static let few = 3
}

/// The faults of a trace before it was sealed.
struct SealReport: VerbReport {
  let trace: IntegrityReport
  let verdict: Verdict

  var findings: [Diagnostic] { trace.findings }

  static let reported = ReportMembers<SealReport> { it in
    it("traces", { [$0.trace] }, "The trace.")
  }
}
