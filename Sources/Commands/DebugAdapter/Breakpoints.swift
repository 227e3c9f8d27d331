import Diagnostics
import Inspection
import JSON
import Protocols
import Replay
import Reports
import Timeline
import Traces

/// The breakpoints of all kinds that stop a run through a trace.
struct Breakpoints {
  /// The exception filter for records that differ from the machine's.
  static let drift = "drift"

  private var all: [Breakpoint] = []
  private var lastID = 0

  /// The reasons for a stop as editors know them; of several at a record the first is named.
  private enum Kind: String, CaseIterable {
    case drift = "exception"
    case field = "data breakpoint"
    case name = "function breakpoint"
    case line = "breakpoint"
  }

  private struct Breakpoint {
    enum Subject {
      case drift
      case field(StateField, changes: Set<Int64>)
      case name(String)
      case line(Int)
    }

    let id: Int
    var subject: Subject
    let condition: SoughtField?
    let hits: HitCondition?
    /// The records at which it is hit as often as it wants; `nil` where each hit counts.
    var counted: Set<Int64>?
    /// The text that is printed in place of a stop.
    let message: String?

    var kind: Kind {
      switch subject {
      case .drift: .drift
      case .field: .field
      case .name: .name
      case .line: .line
      }
    }

    func isHit(_ record: ErasedRecord, at position: Int, in debugged: DebuggedTrace) -> Bool {
      if let counted { return counted.contains(record.seq) }
      let isThere =
        switch subject {
        case .drift: debugged.drifts.contains(record.seq)
        case .field(_, let changes): changes.contains(record.seq)
        case .name(let name): record.name == name
        case .line(let line): debugged.places.begins(line, with: record, at: position)
        }
      return isThere && condition?.isFound(in: record.fields) != false
    }

    /// Counts the hits from the first record on, so that back and forth it stops at the same ones.
    mutating func count(in debugged: DebuggedTrace) throws {
      guard let hits else { return }
      counted = nil
      var found: Set<Int64> = []
      var count = 0
      for position in 0..<debugged.count {
        let record = try debugged.record(at: position)
        guard isHit(record, at: position, in: debugged) else { continue }
        count += 1
        if hits.holds(count) { found.insert(record.seq) }
      }
      counted = found
    }
  }

  // MARK: - Setting

  /// Sets all breakpoints of a request's kind anew, those on lines for one file; `nil` for other
  /// requests.
  mutating func set(
    by command: String, _ arguments: JSONTree, in debugged: DebuggedTrace, _ editor: EditorHabits
  ) -> JSONTree? {
    let wanted = arguments["breakpoints"]?.elements ?? []
    switch command {
    case "setBreakpoints":
      let isOwn = debugged.places.isFile(editor.path(arguments["source"]))
      return set(isOwn ? .line : nil, wanted, in: debugged, editor) {
        guard isOwn else { throw Stop(.usage, "no record of this trace stands in the file") }
        let line = editor.line($0["line"]) ?? 1
        guard let found = try debugged.places.first(from: line, in: debugged.history) else {
          throw Stop(.usage, "no record stands on this line or behind it")
        }
        return .line(found.line)
      }
    case "setFunctionBreakpoints":
      return set(.name, wanted, in: debugged, editor) {
        let name = $0["name"]?.text ?? ""
        if debugged.words.contains(name) { return .name(name) }
        let near = didYouMean(name, among: debugged.words, after: "; ")
        throw Stop(.usage, "there is no event or effect '\(name)'\(near)")
      }
    case "setDataBreakpoints":
      return set(.field, wanted, in: debugged, editor) {
        let field = try StateField(id: $0["dataId"]?.text ?? "", in: debugged)
        return .field(field, changes: try debugged.history.changing(field.path, in: field.party))
      }
    case "setExceptionBreakpoints":
      let plain = (arguments["filters"]?.elements ?? []).map { ["filterId": $0] as JSONTree }
      let wanted = plain + (arguments["filterOptions"]?.elements ?? [])
      return set(.drift, wanted, in: debugged, editor) {
        if $0["filterId"]?.text == Breakpoints.drift { return .drift }
        throw Stop(.usage, "the one filter is '\(Breakpoints.drift)'")
      }
    default: return nil
    }
  }

  private mutating func set(
    _ kind: Kind?, _ wanted: [JSONTree], in debugged: DebuggedTrace, _ editor: EditorHabits,
    _ subject: (JSONTree) throws -> Breakpoint.Subject
  ) -> JSONTree {
    all.removeAll { $0.kind == kind }
    let answers = wanted.map { wanted -> JSONTree in
      lastID += 1
      let id: JSONTree = ["id": .number(lastID)]
      do {
        let subject = try subject(wanted)
        let text = wanted["condition"]?.text ?? ""
        let condition = SoughtField(text, from: debugged.history.summary.started)
        if condition == nil, !text.isEmpty {
          throw Stop(.usage, "a condition is FIELD=VALUE, not '\(text)'")
        }
        let message = wanted["logMessage"]?.text ?? ""
        var breakpoint = Breakpoint(
          id: lastID, subject: subject, condition: condition,
          hits: try HitCondition(wanted["hitCondition"]?.text ?? ""),
          message: message.isEmpty ? nil : message)
        try breakpoint.count(in: debugged)
        all.append(breakpoint)
        let line = if case .line(let line) = subject { line } else { nil as Int? }
        let place = line.map { editor.place($0, of: debugged.places.path) } ?? [:]
        return id + ["verified": true] + place
      } catch {
        return id + ["verified": false, "message": .text(reason(of: error))]
      }
    }
    return ["breakpoints": .list(answers)]
  }

  /// Looks for the changes of fields, and counts hits, in another trace.
  mutating func find(in debugged: DebuggedTrace) throws {
    for index in all.indices {
      if case .field(let field, _) = all[index].subject {
        let changes = try debugged.history.changing(field.path, in: field.party)
        all[index].subject = .field(field, changes: changes)
      }
      try all[index].count(in: debugged)
    }
  }

  // MARK: - Stopping

  /// Finds the reason to stop at a record with the numbers of all breakpoints there, `nil` where
  /// the run goes on, and the messages to print there.
  func stop(
    at record: ErasedRecord, _ position: Int, in debugged: DebuggedTrace
  ) -> (reason: (text: String, ids: [Int])?, messages: [String]) {
    let hits = all.filter { $0.isHit(record, at: position, in: debugged) }
    let stops = hits.filter { $0.message == nil }
    let kind = Kind.allCases.first { kind in stops.contains { $0.kind == kind } }
    return (kind.map { ($0.rawValue, stops.map(\.id)) }, hits.compactMap(\.message))
  }
}

/// The hits of a breakpoint that count: the third one, from the third on, or every third.
struct HitCondition {
  private let relation: Relation
  private let number: Int

  private enum Relation: String {
    case exactly = ""
    case from = ">="
    case every = "%"
  }

  /// Reads `3`, `>=3` or `%3`; `nil` for an empty text, where each hit counts.
  init?(_ text: String) throws(Stop) {
    let plain = text.drop { $0 == " " }.trimmingBlanks
    if plain.isEmpty { return nil }
    let sign = plain.prefix { !$0.isNumber && $0 != " " }
    guard let relation = Relation(rawValue: String(sign)),
      let number = Int(plain.dropFirst(sign.count).drop { $0 == " " }), number > 0
    else {
      throw Stop(.usage, "hits are counted as 3, >=3 or %3, not as '\(text)'")
    }
    self.relation = relation
    self.number = number
  }

  func holds(_ count: Int) -> Bool {
    switch relation {
    case .exactly: count == number
    case .from: count >= number
    case .every: count % number == 0
    }
  }
}

/// A field of the state of a party, as an editor keeps it.
struct StateField {
  let party: String
  let path: String

  /// The text under which an editor keeps it.
  var id: String { "\(party):\(path)" }

  /// Names a field; refuses one that no state of the party can have.
  init(party: String, path: String, in debugged: DebuggedTrace) throws {
    (self.party, self.path) = (party, path)
    let known = debugged.history.fields(of: party)
    guard !known.contains(path: path) else { return }
    let near = didYouMean(path, among: known.map(\.path), after: "; ")
    throw Stop(.usage, "the state of \(party) has no field '\(path)'\(near)")
  }

  init(id: String, in debugged: DebuggedTrace) throws {
    let party = debugged.trace.parties.first { id.hasPrefix("\($0):") }
    guard let party else { throw Stop(.usage, "'\(id)' is not PARTY:FIELD of this trace") }
    try self.init(party: party, path: String(id.dropFirst(party.count + 1)), in: debugged)
  }
}
