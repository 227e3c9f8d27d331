import Diagnostics
import EventSourcing
import Inspection
import JSON
import Protocols
import Replay
import Reports
import Traces

extension DebugAdapter {
  // MARK: - Threads and frames

  func threads(_ debugged: DebuggedTrace) -> JSONTree {
    let threads = debugged.trace.parties.enumerated().map { index, party -> JSONTree in
      ["id": .number(index + 1), "name": .text(party)]
    }
    return ["threads": .list(threads)]
  }

  func thread(of party: String, _ debugged: DebuggedTrace) -> Int {
    (debugged.trace.parties.firstIndex(of: party) ?? 0) + 1
  }

  /// The party that is the thread of this number.
  func party(_ thread: Int?, _ debugged: DebuggedTrace) throws -> String {
    let parties = debugged.trace.parties
    guard let thread, parties.indices.contains(thread &- 1) else {
      throw Stop(
        .usage, "'threadId' is a number from 1 to \(parties.count): each party is a thread")
    }
    return parties[thread - 1]
  }

  func stackTrace(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    let party = try party(arguments["threadId"]?.integer, debugged)
    let thread = thread(of: party, debugged)
    let longest = RecordExplanation.longest
    let first = min(max(0, arguments["startFrame"]?.integer ?? 0), longest)
    let wanted = arguments["levels"]?.integer ?? 0
    let levels = wanted > 0 ? min(wanted, longest) : longest
    // One more than is shown tells the editor that there are more.
    let all = try frames(of: thread, upTo: min(first + levels + 1, longest), debugged)
    let shown = all.enumerated().dropFirst(first).prefix(levels).map { index, frame -> JSONTree in
      let line = debugged.places.line(of: frame.record, at: frame.position)
      let name = "\(frame.record.name)  \(debugged.trace.values.summary(frame.record.fields))"
      let head: JSONTree = [
        "id": .number(thread * longest + index),
        "name": .text(visible(truncate(name, to: RecordTable.width))),
        "presentationHint": frame.position == nil ? "subtle" : "normal",
      ]
      return head + editor.place(line, of: debugged.places.path)
    }
    return ["stackFrames": .list(Array(shown)), "totalFrames": .number(all.count)]
  }

  /// The last record of a thread and what led to it, at most `limit` of them.
  private func frames(
    of thread: Int, upTo limit: Int, _ debugged: DebuggedTrace
  ) throws -> [DebugFrame] {
    if let known = shown.frames[thread], known.count >= limit { return known }
    let party = try party(thread, debugged)
    let last = try debugged.history.lastPosition(of: party, upTo: position)
    let found = try last.map { try debugged.history.chain(from: $0, limit: limit).chain } ?? []
    let frames = found.map { DebugFrame(record: $0.step.record, position: $0.position) }
    shown.frames[thread] = frames
    return frames
  }

  /// The frame of this number; that of the record at which the debugger stands where none is named.
  func frame(_ id: JSONTree?, _ debugged: DebuggedTrace) throws -> DebugFrame {
    guard let id = id?.integer else {
      return DebugFrame(record: try debugged.record(at: position), position: position)
    }
    let (thread, index) = id.quotientAndRemainder(dividingBy: RecordExplanation.longest)
    let isThread = debugged.trace.parties.indices.contains(thread - 1)
    let frames = isThread ? try frames(of: thread, upTo: index + 1, debugged) : []
    guard frames.indices.contains(index) else { throw Stop(.usage, "there is no frame \(id)") }
    return frames[index]
  }

  // MARK: - Scopes and variables

  func scopes(of frame: DebugFrame, _ debugged: DebuggedTrace) throws -> [JSONTree] {
    if let known = frame.position.flatMap({ shown.scopes[$0] }) { return known }
    let (record, history) = (frame.record, debugged.history)
    func scope(
      _ name: String, _ root: ShownValues.Container.Root = .other, hint: String? = nil,
      isExpensive: Bool = false, _ value: @escaping () throws -> Value
    ) -> JSONTree {
      let scope: JSONTree = [
        "name": .text(name), "variablesReference": shown.add(root, value),
        "expensive": .boolean(isExpensive),
      ]
      return scope + (hint.map { ["presentationHint": .text($0)] } ?? [:])
    }
    let payload = scope(
      "payload", record.kind == .event ? .payload(record.seq) : .other, hint: "arguments"
    ) { record.fields }
    guard let position = frame.position else { return [payload] }
    let scopes = [
      payload,
      scope("changes") { try history.moment(at: position)?.changes.value ?? .null },
      scope("state", .state(party: record.party), hint: "locals") {
        try history.walk(before: position + 1).view(record.party, record.at)
      },
      scope("timers") { try history.timers(of: record, at: position) },
      scope("gates") { try history.closedGates(of: record, at: position) },
      scope("open requests", isExpensive: true) {
        try history.openRequests(of: record, at: position)
      },
    ]
    shown.scopes[position] = scopes
    return scopes
  }

  func variables(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    let reference = arguments["variablesReference"]
    if let output = reference?.integer, output >= ShownValues.outputs {
      // The scopes of a record that was written before are the members of its line.
      let position = output - ShownValues.outputs
      let frame = DebugFrame(record: try debugged.record(at: position), position: position)
      let members = try scopes(of: frame, debugged).map { scope -> JSONTree in
        [
          "value": "", "name": scope["name"] ?? .null,
          "variablesReference": scope["variablesReference"] ?? .null,
        ]
      }
      return ["variables": .list(members)]
    }
    let members = try shown.members(of: reference, debugged.trace.values)
    let part = members.dropFirst(max(0, arguments["start"]?.integer ?? 0))
    let count = arguments["count"]?.integer ?? 0
    return ["variables": .list(Array(count > 0 ? part.prefix(count) : part))]
  }

  // MARK: - Fields

  /// Sets a field of an event, and goes on with the run as it would be then.
  func setVariable(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    let (container, member) = try member(arguments)
    guard case .payload(let seq) = container.root else {
      throw Stop(.usage, "only fields of events can be set: all else follows from them")
    }
    let text = arguments["value"]?.text ?? ""
    // Text is shown in quotes where it would be taken for something else.
    let quoted = text.hasPrefix("\"") ? (try? JSONTree(Array(text.utf8)))?.text : nil
    let (new, outcome, moved) = try debugged.setting(
      member, of: seq, to: quoted ?? text, among: systems)
    position = moved(position)
    try replace(new)
    let said = outcome.consequences(.plain)
    say("output", ["category": "console", "output": .text(said)])
    if editor.takesInvalidated { say("invalidated", ["areas": ["all"]]) }
    return ["value": .text(text)]
  }

  func dataBreakpointInfo(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    var path = arguments["name"]?.text ?? ""
    do {
      var party = try frame(arguments["frameId"], debugged).record.party
      if let reference = arguments["variablesReference"]?.integer, reference > 0 {
        let (container, member) = try member(arguments)
        guard case .state(let owner) = container.root else {
          throw Stop(.usage, "only fields of the state change")
        }
        (party, path) = (owner, member)
      }
      let field = try StateField(party: party, path: path, in: debugged)
      return [
        "dataId": .text(field.id), "description": .text("\(field.path) of \(field.party)"),
        "accessTypes": ["write"], "canPersist": true,
      ]
    } catch {
      return ["dataId": .null, "description": .text(reason(of: error))]
    }
  }

  /// A member of a container, with the way to it.
  private func member(
    _ arguments: JSONTree
  ) throws -> (container: ShownValues.Container, path: String) {
    let container = try shown.container(arguments["variablesReference"])
    let name = arguments["name"]?.text ?? ""
    let members = try container.value().members(below: container.path)
    guard let member = members.first(where: { $0.name == name }) else {
      throw Stop(.usage, "there is no variable '\(name)'")
    }
    return (container, member.path)
  }
}

extension [FieldDifference] {
  /// The old and new values, by the paths of their fields.
  fileprivate var value: Value {
    .fields(
      map {
        let sides = [("old", $0.recorded), ("new", $0.computed)].compactMap { name, value in
          value.map { Value.Field(name: name, value: $0) }
        }
        return Value.Field(name: $0.path, value: .fields(sides))
      })
  }
}
