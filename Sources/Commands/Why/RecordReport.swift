import Diagnostics
import Inspection
import JSON
import Reports
import Traces

/// Why one record is there.
struct RecordReport: TraceAnswer {
  private let trace: InspectedTrace
  private let explanation: Explanation

  init(_ trace: InspectedTrace, _ seq: Int64) throws {
    self.trace = trace
    explanation = try trace.ask { (inspector) throws(Diagnostic) in
      if let explanation = try inspector.explanation(seq) { return explanation }
      throw RecordReport.noSuchRecord(seq, in: trace)
    }
  }

  private static func noSuchRecord(_ seq: Int64, in trace: InspectedTrace) -> Diagnostic {
    let numbers = trace.summary.numbers
    return Diagnostic(
      .noSuchRecord, "the trace has no record \(seq)",
      at: Place(file: trace.file, line: 1, column: 1), labels: [],
      notes: [
        numbers.map { "its records have the numbers \($0.first) to \($0.last)" }
          ?? "it has no records"
      ])
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

extension JSONOutput {
  /// Writes the parts of an explanation but for the record that it is about.
  mutating func members(of explanation: Explanation) {
    list("chain") { list in
      for step in explanation.chain {
        list.object { object in
          object.record("record", step.record)
          object.member("evidence", step.evidence.rawValue)
        }
      }
    }
    switch explanation.origin {
    case .outside: member("origin", "outside")
    case .harness: member("origin", "harness")
    case .missing(let seq):
      member("origin", "missing")
      member("missing", seq)
    case .unexplained: member("origin", "unexplained")
    case .remark: member("origin", "remark")
    case .cut: member("origin", "cut")
    }
    if let event = explanation.event { record("event", event) }
    differences("changes", explanation.changes)
    list("consequences") { list in
      for consequence in explanation.consequences {
        list.object { $0.record("record", consequence) }
      }
    }
    member("consequence_count", Int64(explanation.consequenceCount))
  }
}
