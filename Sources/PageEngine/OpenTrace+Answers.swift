import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import Traces

// Each answer is the document that the command prints with `--format json`.
extension OpenTrace {
  func why(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let seq = try question.number("seq")
    let explanation = try diagnosed { () throws(Diagnostic) in
      guard let found = try history.trace.explanation(of: seq) else {
        throw history.trace.summary.noSuchRecord(seq)
      }
      return found
    }
    return answer("why", RecordAnswer(explanation), about: history)
  }

  func whyNot(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let effect = try question.text("effect")
    let party = try question.text("party")
    let at = try question["at"].map { (text) throws(QuestionError) in try instant(text) }
    let summary = history.trace.summary
    let hold = try diagnosed { () throws(Diagnostic) in
      try history.trace.hold(
        of: effect, by: party, at: at ?? summary.span?.upperBound ?? summary.started)
    }
    guard let hold else { throw .mistake("there is no effect '\(effect)'") }
    return answer("why-not", hold, about: history)
  }

  /// A time as the command line has it.
  private func instant(_ text: String) throws(QuestionError) -> Instant {
    guard let time = TimeReference(text) else { throw .mistake("'\(text)' is not a time") }
    return time.resolved(from: header.started)
  }

  private func answer(
    _ verb: String, _ answer: some ReportedRecord, about history: OpenHistory
  ) -> PageAnswer {
    PageAnswer(text: TraceAnswer(answer, about: history.trace.summary).document(of: verb))
  }

  func replay(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let input = question["of"] == nil ? whole : try history(of: question).input
    let report: ReplayReport
    do throws(Diagnostic) {
      let outcome = try system.replay(input, question.flag("lenient"))
      report = ReplayReport(file: input.file, outcome)
    } catch {
      report = ReplayReport(file: input.file, refusal: error)
    }
    return PageAnswer(text: report.document)
  }

  func variants(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let comparison = try system.compare(history.input, question)
    return PageAnswer(
      text: VariantDocument(file: history.input.file, comparison).document(of: "diff"))
  }
}
