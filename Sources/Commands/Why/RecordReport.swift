import Diagnostics
import Inspection
import Replay
import Reports
import Traces

/// Why one record is there, and how its event's effects differ from those that the machine orders.
struct RecordReport: PrintedAnswer {
  let trace: InspectedTrace
  let content: Content
  private let explanation: Explanation

  struct Content: ReportedRecord {
    fileprivate let answer: RecordAnswer
    fileprivate let differences: [OrderDifference]

    static let reported = ReportMembers<Content> { it in
      it.include(\.answer)
      it(
        "differences", \.differences,
        "Where the effects recorded at its event are not those that the machine orders.")
    }
  }

  init(_ trace: InspectedTrace, _ seq: Int64) throws {
    self.trace = trace
    guard let explanation = try trace.history.explanation(of: seq) else {
      throw trace.summary.noSuchRecord(seq)
    }
    self.explanation = explanation
    content = Content(
      answer: RecordAnswer(explanation), differences: try trace.history.orderDifferences(at: seq))
  }

  func answer(_ style: TextStyle) -> String {
    let text = ExplanationText(explanation: explanation, values: trace.values, style: style)
    let parts = [text.chain, differences, text.changes, text.consequences, doubts]
    return parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }
      .joined(separator: "\n")
  }

  private var differences: [String] {
    content.differences.flatMap { $0.lines(trace.values) }.map { visible(truncate($0, to: 160)) }
  }

  private var doubts: [String] {
    trace.doubt(about: explanation.record.seq).map { ["note: \($0)"] } ?? []
  }
}
