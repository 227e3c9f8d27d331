import Diagnostics
import Inspection
import Replay
import Reports
import Traces

extension OpenTrace {
  /// What differs with changes. The changed run is kept as a history of its own.
  func whatIf(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let changes = try question.changes()
    let name = question["as"] ?? "changed"
    if name == "recorded" { throw .mistake("the recorded history stays as it is") }
    let (input, system) = (input, system)
    let (outcome, history) = try diagnosed { () throws(Diagnostic) in
      let (outcome, trace) = try system.change(input, changes)
      let changed = ReplayInput(file: input.file, bytes: trace.bytes)
      return (outcome, try OpenHistory(name, changed, of: system.erased, rows: trace.rows))
    }
    keep(history)
    return PageAnswer(text: WhatIfDocument(file: input.file, outcome).document(of: "replay"))
  }

  /// The spec that `pushtrace spec` writes from a history saved as `file`.
  private func spec(
    of history: OpenHistory, in question: PageQuestion
  ) throws(QuestionError) -> PageAnswer {
    let input = history.name == "recorded" ? whole : history.input
    let file = question["file"] ?? input.file
    do throws(SpecError) {
      return PageAnswer(text: try system.spec(input, recordingTitle(ofFile: file)))
    } catch {
      switch error {
      case .unreadable(let finding): throw .finding(finding)
      case .refused(let refusal): throw .refusal(refusal.message(about: file))
      }
    }
  }

  /// A history as a text to keep.
  func export(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    switch try question.text("as") {
    case "trace":
      return PageAnswer(
        bytes: try diagnosed { () throws(Diagnostic) in try history.input.contents() })
    case "spec": return try spec(of: history, in: question)
    case let other: throw .mistake("there is no form '\(other)'")
    }
  }
}
