import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import Timeline
import Traces

/// A trace that is open in a page, and the histories that changes to it gave.
final class OpenTrace {
  let input: ReplayInput
  /// The trace including its unreadable lines, for replay.
  let whole: ReplayInput
  let header: ErasedHeader
  let system: PageSystem
  /// The findings about the trace when it was opened.
  let findings: [Diagnostic]
  let progress: ReadingProgress
  /// The recorded history first.
  private var histories: [OpenHistory]
  /// The overview that the page was given last.
  var shown: TraceOverview?

  /// Opens the readable lines of a trace; `whole` has all lines.
  init(
    _ input: ReplayInput, of system: PageSystem, whole: ReplayInput, findings: [Diagnostic],
    _ progress: ReadingProgress
  ) throws(Diagnostic) {
    self.input = input
    self.system = system
    self.whole = whole
    self.progress = progress
    let recorded = try OpenHistory("recorded", input, of: system.erased)
    header = try system.erased.walk(input).header
    self.findings = recorded.trace.summary.warnings + findings
    histories = [recorded]
  }

  func answer(to question: PageQuestion) throws(QuestionError) -> PageAnswer {
    switch question.subject {
    case "head": return head()
    case "overview": return try overview(question)
    case "rows": return try rows(question)
    case "moment": return try moment(question)
    case "find": return try find(question)
    case "why": return try why(question)
    case "whynot": return try whyNot(question)
    case "replay": return try replay(question)
    case "whatif": return try whatIf(question)
    case "branch": return try branch(question)
    case "variants": return try variants(question)
    case "export": return try export(question)
    case let other: throw .mistake("'\(other)' is not a question")
    }
  }

  /// The bytes of a column of the last overview; `nil` if there is no such column.
  func column(_ index: Int) -> [UInt8]? { shown?.column(index) }

  func history(of question: PageQuestion) throws(QuestionError) -> OpenHistory {
    guard let name = question["of"] else { return histories[0] }
    guard let history = histories.first(where: { $0.name == name }) else {
      throw .mistake("there is no history '\(name)'")
    }
    return history
  }

  /// Keeps a history, replacing one of the same name.
  func keep(_ history: OpenHistory) {
    histories.removeAll { $0.name == history.name }
    histories.append(history)
  }
}

/// One history: the recorded one, or the machine's run with changes.
final class OpenHistory {
  let name: String
  let input: ReplayInput
  let trace: TraceHistory
  private var knownOverview: TraceOverview?

  init(_ name: String, _ input: ReplayInput, of system: AnySystem) throws(Diagnostic) {
    self.name = name
    self.input = input
    trace = try TraceHistory(input, of: system)
  }

  /// The overview of all records, made when it is first asked for.
  func overview() throws(QuestionError) -> TraceOverview {
    if let knownOverview { return knownOverview }
    let (input, system) = (input, trace.system)
    let overview = try diagnosed { () throws(Diagnostic) in
      try system.overview(of: input, lenient: false)
    }
    knownOverview = overview
    return overview
  }
}

/// Runs `body`, turning findings about the trace into an answer.
func diagnosed<Result>(
  _ body: () throws(Diagnostic) -> Result
) throws(QuestionError) -> Result {
  do throws(Diagnostic) {
    return try body()
  } catch {
    throw .finding(error)
  }
}

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
    var options = ReplayOptions()
    options.lenient = question.flag("lenient")
    let report: ReplayReport
    do throws(Diagnostic) {
      let outcome = try system.erased.replay(input, options)
      report = ReplayReport(file: input.file, outcome)
    } catch {
      report = ReplayReport(file: input.file, refusal: error)
    }
    return PageAnswer(text: report.document)
  }

  func variants(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    return PageAnswer(text: try system.compared(history.input, question).document(of: "diff"))
  }
}

extension OpenTrace {
  /// Finds the differences that changes make. The changed run is kept as a history of its own.
  func whatIf(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let changes = try question.changes()
    let name = question["as"] ?? "changed"
    if name == "recorded" { throw .mistake("the recorded history stays as it is") }
    let (input, system) = (input, system)
    let (outcome, trace) = try system.changed(input, by: changes, question)
    let changed = progress.counting(ReplayInput(file: input.file, bytes: trace.bytes))
    let history = try diagnosed { () throws(Diagnostic) in
      try OpenHistory(name, changed, of: system.erased)
    }
    keep(history)
    return PageAnswer(text: outcome.document(of: "replay"))
  }

  /// The spec that `pushtrace spec` writes from a history saved as `file`.
  private func spec(
    of history: OpenHistory, in question: PageQuestion
  ) throws(QuestionError) -> PageAnswer {
    let input = history.name == "recorded" ? whole : history.input
    let file = question["file"] ?? input.file
    do throws(SpecError) {
      let writer = SpecWriter(system.erased, strength: .effects)
      return PageAnswer(text: try writer.spec(of: input, title: recordingTitle(ofFile: file)).text)
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
