import Diagnostics
import EventSourcing
import Inspection
import Replay
import Timeline
import Traces

/// A trace that is open in a page, and the histories that changes to it gave.
final class OpenTrace {
  let input: ReplayInput
  /// The trace including its unreadable lines, for replay.
  let whole: ReplayInput
  let header: ErasedHeader
  let system: PageSystem
  /// What was wrong with the trace when it was opened.
  let findings: [Diagnostic]
  /// The recorded history first.
  private var histories: [OpenHistory]
  /// The columns of the current overview.
  private var columns: PageColumns?

  /// Opens the readable lines of a trace; `whole` has all lines.
  init(
    _ input: ReplayInput, of system: PageSystem, whole: ReplayInput, findings: [Diagnostic]
  ) throws(Diagnostic) {
    self.input = input
    self.system = system
    self.whole = whole
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
    case "variants": return try variants(question)
    case "export": return try export(question)
    case let other: throw .mistake("'\(other)' is not a question")
    }
  }

  /// The bytes of a column of the last overview; `nil` if there is no such column.
  func column(_ index: Int) -> [UInt8]? { columns?[index] }

  /// The history that a question is about.
  func history(of question: PageQuestion) throws(QuestionError) -> OpenHistory {
    guard let name = question["of"] else { return histories[0] }
    guard let history = histories.first(where: { $0.name == name }) else {
      throw .mistake("there is no history '\(name)'")
    }
    return history
  }

  /// Keeps a history, replacing one of the same name.
  func keep(_ history: OpenHistory) {
    if let index = histories.firstIndex(where: { $0.name == history.name }) {
      histories[index] = history
    } else {
      histories.append(history)
    }
  }

  func show(_ columns: PageColumns) { self.columns = columns }
}

/// One history: the recorded one, or the machine's run with changes.
final class OpenHistory {
  let name: String
  let input: ReplayInput
  let trace: TraceHistory
  /// For each row the corresponding row of the recorded history; empty in that history itself.
  let rows: [Int32]
  private let system: AnySystem
  private var knownOverview: TraceOverview?

  init(
    _ name: String, _ input: ReplayInput, of system: AnySystem, rows: [Int32] = []
  ) throws(Diagnostic) {
    self.name = name
    self.system = system
    self.input = input
    self.rows = rows
    trace = try TraceHistory(input, of: system)
  }

  /// The overview of all records, made when it is first asked for.
  func overview() throws(QuestionError) -> TraceOverview {
    if let knownOverview { return knownOverview }
    let (input, system) = (input, system)
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
