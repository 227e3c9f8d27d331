import Diagnostics
import Inspection
import JSON
import Replay
import Reports
import Traces

/// Why one record is there.
struct RecordReport: TraceAnswer {
  private let trace: InspectedTrace
  private let explanation: Explanation

  init(_ trace: InspectedTrace, _ seq: Int64) throws {
    self.trace = trace
    explanation = try trace.ask { (history) throws(Diagnostic) in
      if let explanation = try history.explanation(of: seq) { return explanation }
      throw trace.summary.noSuchRecord(seq)
    }
  }

  func text(_ style: TextStyle) -> String {
    let text = ExplanationText(explanation: explanation, values: trace.values, style: style)
    let parts = [text.chain, text.changes, text.consequences, doubts]
    return parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }
      .joined(separator: "\n")
  }

  private var doubts: [String] {
    trace.doubt(about: explanation.record.seq).map { ["note: \($0)"] } ?? []
  }

  func write(to object: inout JSONOutput) {
    object.record("record", explanation.record)
    object.members(of: explanation)
  }
}
