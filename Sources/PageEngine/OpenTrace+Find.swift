import Diagnostics
import Inspection
import JSON
import Timeline
import Traces

extension OpenTrace {
  /// Finds the rows, among `count` from `from` on, of the records that a query finds.
  func find(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let query = RecordQuery(try question.text("text"), from: header.started)
    let rows = try question.rows(of: history)
    let records = try diagnosed { () throws(Diagnostic) in try history.trace.records(rows) }
    return PageAnswer { json in
      json.list { list in
        for (row, record) in zip(rows, records) where query.finds(record) {
          list.element(Int64(row))
        }
      }
    }
  }
}

extension PageQuestion {
  /// The rows of a history that the question is about: `count` from `from` on.
  func rows(of history: OpenHistory) throws(QuestionError) -> Range<Int> {
    let first = max(0, try place("from"))
    let (end, isTooFar) = first.addingReportingOverflow(max(0, try place("count")))
    return (first..<(isTooFar ? .max : end)).clamped(to: 0..<history.trace.summary.records)
  }
}
