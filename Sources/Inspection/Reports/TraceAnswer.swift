import Diagnostics
import Reports

/// An answer to a question about a trace, with what is to be known of the trace as a whole.
package struct TraceAnswer<Answer: ReportedRecord>: VerbReport {
  private let trace: HistorySummary
  private let answer: Answer

  /// The answer to a question about `trace`.
  package init(_ answer: Answer, about trace: HistorySummary) {
    self.answer = answer
    self.trace = trace
  }

  package var findings: [Diagnostic] { trace.warnings }

  package static var reported: ReportMembers<TraceAnswer> {
    ReportMembers { it in
      it("file", { $0.trace.file }, "The trace.")
      it("started", { $0.trace.started }, "When it began.")
      it("first_drift", { $0.trace.firstDrift }, "The first record that does not agree.")
      it.include({ $0.answer })
    }
  }
}
