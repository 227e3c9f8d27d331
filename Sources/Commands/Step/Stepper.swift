import Diagnostics
import Inspection
import Traces

/// The place in a trace that is looked at, and what each key does to it.
struct Stepper {
  let history: TraceHistory
  /// The record that is looked at, with the state after it.
  private(set) var moment: Moment
  /// What is being typed; `nil` where keys are commands.
  private(set) var prompt: Prompt?
  private(set) var message = ""
  private(set) var showsHelp = false
  /// The number of lines of the state scrolled over.
  private(set) var scroll = 0
  /// Whose state is shown; `nil` for that of the record's own party.
  private var party: String?
  private var searched = ""

  /// A question whose answer is typed.
  struct Prompt: Equatable {
    enum Kind { case number, name }
    let kind: Kind
    var text = ""
  }

  /// Starts at the first record; `nil` for a trace without records.
  init?(_ history: TraceHistory) throws(Diagnostic) {
    guard let first = try history.moment(at: 0) else { return nil }
    self.history = history
    moment = first
  }

  /// What was searched for last; empty before the first search.
  var search: String { searched }

  /// Does what a key stands for.
  ///
  /// - Returns: Whether to go on.
  mutating func handle(_ key: Key) throws(Diagnostic) -> Bool {
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
    case .character("/"): prompt = Prompt(kind: .name)
    case .character("n"): try searchOn(isForward: true)
    case .character("N"): try searchOn(isForward: false)
    case .home, .character("0"): try move(to: 0)
    case .end, .character("G"): try move(to: history.summary.records - 1)
    case .character("c"): try goToCause()
    case .character("x"): try goToDrift()
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
    let target = moment.position + step
    guard (0..<history.summary.records).contains(target) else {
      message = step < 0 ? "this is the first record" : "this is the last record"
      return
    }
    try move(to: target)
  }

  private mutating func move(to position: Int) throws(Diagnostic) {
    guard let next = try history.moment(at: position, of: party) else { return }
    if next.position != moment.position { scroll = 0 }
    moment = next
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

  private mutating func type(_ key: Key) throws(Diagnostic) {
    switch key {
    case .character(let character): prompt?.text.append(character)
    case .backspace:
      if prompt?.text.isEmpty == true { prompt = nil } else { prompt?.text.removeLast() }
    case .enter: try answer()
    case .escape: prompt = nil
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .tab, .interrupt, .redraw:
      break
    }
  }

  private mutating func answer() throws(Diagnostic) {
    guard let answered = prompt else { return }
    prompt = nil
    switch answered.kind {
    case .number: try goTo(answered.text)
    case .name:
      if !answered.text.isEmpty { searched = answered.text }
      try searchOn(isForward: true)
    }
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

  private mutating func goToDrift() throws(Diagnostic) {
    guard let drift = history.summary.firstDrift else {
      message = "the recording is what the machine gives"
      return
    }
    try goTo(drift)
  }

  private mutating func searchOn(isForward: Bool) throws(Diagnostic) {
    if searched.isEmpty {
      message = "search with / first"
      return
    }
    guard let position = try history.find(searched, from: moment.position, isForward: isForward)
    else {
      message = "no '\(searched)' \(isForward ? "after" : "before") this record"
      return
    }
    try move(to: position)
  }
}
