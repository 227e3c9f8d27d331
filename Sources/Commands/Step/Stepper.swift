import Diagnostics
import Inspection
import Timeline
import Traces

/// The place in a trace that is looked at, and what each key does to it.
struct Stepper {
  let history: TraceHistory
  /// The record that is looked at, with the state after it.
  private(set) var moment: Moment
  /// The text that is being typed; `nil` where keys are commands.
  private(set) var prompt: Prompt?
  private(set) var message = ""
  private(set) var showsHelp = false
  /// The answer that is shown in place of the list and the state.
  private(set) var answer: Answer?
  /// The number of lines scrolled over.
  private(set) var scroll = 0
  /// The query that finds the shown records; `nil` where all are shown.
  private(set) var filter: Filter?
  /// The party whose state is shown; `nil` for the record's own.
  private var party: String?
  private var searched = ""

  /// A question whose answer is typed.
  struct Prompt: Equatable {
    enum Kind { case number, search, filter }
    let kind: Kind
    var text = ""
  }

  /// A question about the record that is looked at.
  enum Answer { case why, whyNot }

  /// The records that a query finds.
  struct Filter {
    let text: String
    /// The positions of the records, in order.
    let positions: [Int]
  }

  /// Starts at the first record; `nil` for a trace without records.
  init?(_ history: TraceHistory) throws(Diagnostic) {
    guard let first = try history.moment(at: 0) else { return nil }
    self.history = history
    moment = first
  }

  /// Does what a key stands for.
  ///
  /// - Returns: Whether to go on.
  mutating func handle(_ key: TerminalKey) throws(Diagnostic) -> Bool {
    if key == .interrupt { return false }
    message = ""
    if prompt != nil {
      try type(key)
      return true
    }
    if showsHelp {
      showsHelp = false
      return true
    }
    switch key {
    case .character("q"): return false
    case .character("j"), .character(" "), .down, .right, .enter: try move(by: 1)
    case .character("k"), .up, .left, .backspace: try move(by: -1)
    case .character("g"): prompt = Prompt(kind: .number)
    case .character("/"): prompt = Prompt(kind: .search)
    case .character("n"): try searchOn(isForward: true)
    case .character("N"): try searchOn(isForward: false)
    case .home, .character("0"): try move(to: filter?.positions.first ?? 0)
    case .end, .character("G"):
      try move(to: filter?.positions.last ?? history.summary.records - 1)
    case .character("f"): prompt = Prompt(kind: .filter)
    case .character("c"): try goToCause()
    case .character("x"): try goToDrift(isForward: true)
    case .character("X"): try goToDrift(isForward: false)
    case .character("w"): show(.why)
    case .character("W"): show(.whyNot)
    case .character("p"), .tab: try nextParty()
    case .character("d"), .pageDown: scroll += 10
    case .character("u"), .pageUp: scroll = max(0, scroll - 10)
    case .character("?"), .character("h"): showsHelp = true
    case .escape:
      party = nil
      try move(to: moment.position)
    case .character, .redraw, .interrupt: break
    }
    return true
  }

  // MARK: - Moving

  private mutating func move(by step: Int) throws(Diagnostic) {
    let target =
      filter.map { filter in
        step < 0
          ? filter.positions.last { $0 < moment.position }
          : filter.positions.first { $0 > moment.position }
      } ?? moment.position + step
    guard let target, (0..<history.summary.records).contains(target) else {
      let which = filter.map { " with '\($0.text)'" } ?? ""
      message = step < 0 ? "this is the first record\(which)" : "this is the last record\(which)"
      return
    }
    try move(to: target)
  }

  private mutating func move(to position: Int) throws(Diagnostic) {
    guard let next = try history.moment(at: position, of: party) else { return }
    if next.position != moment.position || answer != nil { scroll = 0 }
    moment = next
    answer = nil
  }

  private mutating func nextParty() throws(Diagnostic) {
    let parties = history.summary.parties
    let index = parties.firstIndex(of: moment.party) ?? 0
    party = parties.isEmpty ? nil : parties[(index + 1) % parties.count]
    scroll = 0
    try move(to: moment.position)
    if parties.count < 2 { message = "the trace has one party" }
  }

  // MARK: - Typing

  private mutating func type(_ key: TerminalKey) throws(Diagnostic) {
    switch key {
    case .character(let character): prompt?.text.append(character)
    case .backspace:
      if prompt?.text.isEmpty == true { prompt = nil } else { prompt?.text.removeLast() }
    case .enter: try obey()
    case .escape: prompt = nil
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .tab, .interrupt, .redraw:
      break
    }
  }

  private mutating func obey() throws(Diagnostic) {
    guard let answered = prompt else { return }
    prompt = nil
    switch answered.kind {
    case .number: try goTo(answered.text)
    case .search:
      if !answered.text.isEmpty { searched = answered.text }
      try searchOn(isForward: true)
    case .filter: try keep(answered.text)
    }
  }

  /// Shows the records that a query finds alone; all where it is empty.
  private mutating func keep(_ text: String) throws(Diagnostic) {
    filter = nil
    if text.isEmpty { return }
    var positions: [Int] = []
    while let next = try find(text, from: positions.last ?? -1, isForward: true) {
      positions.append(next)
    }
    guard let last = positions.last else {
      message = "no '\(text)' in this trace"
      return
    }
    filter = Filter(text: text, positions: positions)
    try move(to: positions.first { $0 >= moment.position } ?? last)
  }

  private mutating func goTo(_ text: String) throws(Diagnostic) {
    guard let seq = Int64(text) else {
      message = text.isEmpty ? "" : "'\(text)' is no number"
      return
    }
    try goTo(seq)
  }

  mutating func goTo(_ seq: Int64) throws(Diagnostic) {
    guard let position = try history.position(of: seq) else {
      message = "there is no record \(seq)"
      return
    }
    try move(to: position)
  }

  private mutating func goToCause() throws(Diagnostic) {
    guard let cause = moment.record.cause else {
      message = "no record led to this one"
      return
    }
    try goTo(cause)
  }

  private mutating func goToDrift(isForward: Bool) throws(Diagnostic) {
    let drifts = history.summary.drifts
    if drifts.isEmpty {
      message = "the recording is what the machine gives"
      return
    }
    let here = moment.record.seq
    let found = isForward ? drifts.first { $0 > here } : drifts.last { $0 < here }
    guard let drift = found else {
      message = "no drift \(isForward ? "after" : "before") this record"
      return
    }
    try goTo(drift)
  }

  private mutating func show(_ question: Answer) {
    answer = answer == question ? nil : question
    scroll = 0
  }

  private func find(
    _ text: String, from position: Int, isForward: Bool
  ) throws(Diagnostic) -> Int? {
    let query = RecordQuery(text, from: history.summary.started)
    return try history.find(from: position, isForward: isForward) { query.finds($0) }
  }

  private mutating func searchOn(isForward: Bool) throws(Diagnostic) {
    if searched.isEmpty {
      message = "search with / first"
      return
    }
    guard let position = try find(searched, from: moment.position, isForward: isForward) else {
      message = "no '\(searched)' \(isForward ? "after" : "before") this record"
      return
    }
    try move(to: position)
  }
}
