import Diagnostics
import EventSourcing
import Inspection
import JSON
import Protocols
import Replay
import Timeline
import Traces

/// What stops a run through a trace.
struct Breakpoints {
  /// The exception filter for records that differ from the machine's.
  static let drift = "drift"

  private var lines: [Breakpoint] = []
  private var names: [Breakpoint] = []
  private var fields: [Breakpoint] = []
  private var filters: [Breakpoint] = []
  private var lastID = 0

  /// One of them, as an editor sets it.
  private struct Breakpoint {
    enum Subject {
      case line(Int)
      case name(String)
      case field(StateField, changes: Set<Int64>)
      case drift
    }

    let id: Int
    var subject: Subject
    let condition: SoughtField?
  }

  /// A field of the state of a party, as an editor keeps it.
  struct StateField {
    let party: String
    let path: String

    var id: String { "\(party):\(path)" }

    init(party: String, path: String) { (self.party, self.path) = (party, path) }

    /// Reads the id of a field; `nil` where no state can have it.
    init?(id: String, in debugged: DebuggedTrace) {
      let party = debugged.trace.parties.first { id.hasPrefix("\($0):") }
      guard let party else { return nil }
      self.init(party: party, path: String(id.dropFirst(party.count + 1)))
      guard debugged.history.fields(of: party).contains(path: path) else { return nil }
    }
  }

  // MARK: - Setting

  mutating func setLines(
    _ arguments: JSONTree, in debugged: DebuggedTrace, _ editor: EditorHabits
  ) throws -> JSONTree {
    let wanted = arguments["breakpoints"]?.elements ?? []
    let path = editor.path(arguments["source"])
    guard let path, path == debugged.places.path else {
      return answer(wanted) { _, _ in (nil, "no record of this trace stands in the file", []) }
    }
    lines = []
    let found = try wanted.map {
      try debugged.places.first(from: editor.line($0["line"]) ?? 1, in: debugged.history)?.line
    }
    return answer(wanted, in: debugged, keeping: \.lines) { index, _ in
      guard let line = found[index] else { return (nil, "no record stands behind this line", []) }
      return (.line(line), nil, editor.place(line, of: path))
    }
  }

  mutating func setNames(_ arguments: JSONTree, in debugged: DebuggedTrace) throws -> JSONTree {
    names = []
    let words = debugged.words
    return answer(
      arguments["breakpoints"]?.elements ?? [], in: debugged, keeping: \.names
    ) { _, wanted in
      let name = wanted["name"]?.text ?? ""
      if words.contains(name) { return (.name(name), nil, []) }
      let near = didYouMean(name, among: words).map { "; \($0)" } ?? ""
      return (nil, "there is no event or effect '\(name)'\(near)", [])
    }
  }

  mutating func setFields(_ arguments: JSONTree, in debugged: DebuggedTrace) throws -> JSONTree {
    fields = []
    let wanted = arguments["breakpoints"]?.elements ?? []
    let found = try wanted.map { wanted -> Breakpoint.Subject? in
      try StateField(id: wanted["dataId"]?.text ?? "", in: debugged).map {
        .field($0, changes: try debugged.history.changing($0.path, in: $0.party))
      }
    }
    return answer(wanted, in: debugged, keeping: \.fields) { index, wanted in
      (found[index], "the state has no field '\(wanted["dataId"]?.text ?? "")'", [])
    }
  }

  mutating func setFilters(_ arguments: JSONTree, in debugged: DebuggedTrace) throws -> JSONTree {
    filters = []
    let plain = (arguments["filters"]?.elements ?? []).map { ["filterId": $0] as JSONTree }
    let wanted = plain + (arguments["filterOptions"]?.elements ?? [])
    return answer(wanted, in: debugged, keeping: \.filters) { _, wanted in
      let filter = wanted["filterId"]?.text ?? ""
      return filter == Breakpoints.drift
        ? (.drift, nil, []) : (nil, "there is no filter '\(filter)'; there is 'drift'", [])
    }
  }

  /// What comes of a wish: what it stops at, why it does not, and where it stands.
  private typealias Outcome = (
    subject: Breakpoint.Subject?, reason: String?, place: [JSONTree.Member]
  )

  private mutating func answer(
    _ wanted: [JSONTree], in debugged: DebuggedTrace? = nil,
    keeping list: WritableKeyPath<Breakpoints, [Breakpoint]>? = nil,
    _ outcome: (Int, JSONTree) -> Outcome
  ) -> JSONTree {
    let answers = wanted.enumerated().map { index, wanted -> JSONTree in
      var (subject, reason, place) = outcome(index, wanted)
      var condition: SoughtField?
      if let text = wanted["condition"]?.text, !text.isEmpty, let debugged {
        condition = SoughtField(text, from: debugged.history.summary.started)
        if condition == nil {
          (subject, reason) = (nil, "a condition is FIELD=VALUE, not '\(text)'")
        }
      }
      lastID += 1
      if let subject, let list {
        self[keyPath: list].append(Breakpoint(id: lastID, subject: subject, condition: condition))
      }
      let state: [JSONTree.Member] = [
        .init("id", .number(String(lastID))), .init("verified", .boolean(subject != nil)),
      ]
      return .object(state + (subject == nil ? [.init("message", .text(reason ?? ""))] : place))
    }
    return ["breakpoints": .list(answers)]
  }

  /// Looks for the changes of fields in another trace.
  mutating func find(in debugged: DebuggedTrace) throws {
    for index in fields.indices {
      guard case .field(let field, _) = fields[index].subject else { continue }
      let changes = try debugged.history.changing(field.path, in: field.party)
      fields[index].subject = .field(field, changes: changes)
    }
  }

  // MARK: - Stopping

  /// Why a run stops at a record, with the numbers of all breakpoints there; `nil` where it goes on.
  func stop(
    at record: ErasedRecord, _ position: Int, in debugged: DebuggedTrace
  ) -> (reason: String, ids: [Int])? {
    let kinds = [
      ("exception", filters), ("data breakpoint", fields), ("function breakpoint", names),
      ("breakpoint", lines),
    ]
    let hits = kinds.map { kind, list in
      (kind, list.filter { isHit($0, record, position, debugged) }.map(\.id))
    }.filter { !$0.1.isEmpty }
    return hits.first.map { ($0.0, hits.flatMap(\.1)) }
  }

  private func isHit(
    _ breakpoint: Breakpoint, _ record: ErasedRecord, _ position: Int, _ debugged: DebuggedTrace
  ) -> Bool {
    let isThere =
      switch breakpoint.subject {
      case .line(let line): debugged.places.begins(line, with: record, at: position)
      case .name(let name): record.name == name
      case .field(_, let changes): changes.contains(record.seq)
      case .drift: debugged.drifts.contains(record.seq)
      }
    return isThere && breakpoint.condition?.isFound(in: record.fields) != false
  }
}
