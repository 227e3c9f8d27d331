import Diagnostics
import Inspection
import Replay
import Reports
import Traces

/// Why one record is there.
struct RecordReport: PrintedAnswer {
  let trace: InspectedTrace
  private let explanation: Explanation

  init(_ trace: InspectedTrace, _ seq: Int64) throws {
    self.trace = trace
    guard let explanation = try trace.history.explanation(of: seq) else {
      throw trace.summary.noSuchRecord(seq)
    }
    self.explanation = explanation
  }

  var content: RecordAnswer { RecordAnswer(explanation) }

  func answer(_ style: TextStyle) -> String {
    let text = ExplanationText(explanation: explanation, values: trace.values, style: style)
    let parts = [text.chain, text.changes, text.consequences, doubts]
    return parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }
      .joined(separator: "\n")
  }

  private var doubts: [String] {
    trace.doubt(about: explanation.record.seq).map { ["note: \($0)"] } ?? []
  }
}
