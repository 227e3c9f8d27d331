import Diagnostics
import EventSourcing
import Inspection
import JSON
import Protocols
import Replay
import Reports
import Simulation
import Timeline
import Traces

/// The values that an editor was shown of the record at which the debugger stands.
struct ShownValues {
  /// References from here on stand for the records at these positions.
  static let outputs = 1 << 30

  /// A value with members, and the way to it.
  struct Container {
    enum Root {
      case state(party: String)
      /// The fields of an event.
      case payload(Int64)
      case other
    }

    let root: Root
    let path: String
    let value: Value
    var members: [JSONTree]?
  }

  /// The causes of the last record of each thread.
  var frames: [Int: [DebugFrame]] = [:]
  /// The scopes of frames and of records, by their positions.
  var scopes: [Int: [JSONTree]] = [:]
  private(set) var containers: [Container] = []

  /// Adds a value, and returns its reference; 0 for one without members, and where there are so
  /// many that no editor could show them.
  mutating func add(_ value: Value, _ root: Container.Root, at path: String = "") -> Int {
    guard value.memberCount > 0, containers.count < 1 << 18 else { return 0 }
    containers.append(Container(root: root, path: path, value: value))
    return containers.count
  }

  func container(_ reference: Int?) throws -> Container {
    guard let reference, containers.indices.contains(reference - 1) else {
      throw Stop(.usage, "these variables are of a record at which the debugger stands no more")
    }
    return containers[reference - 1]
  }

  /// The members of a container as variables, made once.
  mutating func members(of reference: Int?, _ values: ValueText) throws -> [JSONTree] {
    let container = try container(reference)
    if let members = container.members { return members }
    let members = container.value.members(below: container.path).map { name, path, value in
      let isState = if case .state = container.root { true } else { false }
      let more: [JSONTree.Member] = isState ? [.init("evaluateName", .text("state \(path)"))] : []
      return variable(name, value, container.root, at: path, values, more)
    }
    containers[(reference ?? 1) - 1].members = members
    return members
  }

  private mutating func variable(
    _ name: String, _ value: Value, _ root: Container.Root, at path: String, _ values: ValueText,
    _ more: [JSONTree.Member]
  ) -> JSONTree {
    .object([.init("name", .text(name))] + shown(value, as: "value", root, at: path, values) + more)
  }

  /// A value as text, with the reference that opens it.
  mutating func shown(
    _ value: Value, as name: String, _ root: Container.Root, at path: String, _ values: ValueText
  ) -> [JSONTree.Member] {
    let reference = add(value, root, at: path)
    let text = values.text(value)
    return [
      .init(name, .text(reference == 0 ? text : truncate(text, to: RecordTable.width))),
      .init("variablesReference", .number(String(reference))),
    ]
  }
}

/// A record in the chain of causes that an editor shows as the frames of a stack.
struct DebugFrame {
  let record: ErasedRecord
  /// `nil` for an effect that the trace does not have.
  let position: Int?
}

extension Value {
  fileprivate var memberCount: Int {
    switch self {
    case .fields(let fields): fields.count
    case .list(let elements): elements.count
    case .null, .boolean, .integer, .text, .personal, .instant, .span: 0
    }
  }

  /// The members with their names and the ways to them.
  fileprivate func members(
    below path: String
  ) -> [(name: String, path: String, value: Value)] {
    switch self {
    case .fields(let fields):
      fields.map { ($0.name, path.isEmpty ? $0.name : "\(path).\($0.name)", $0.value) }
    case .list(let elements):
      elements.enumerated().map { ("[\($0)]", "\(path)[\($0)]", $1) }
    case .null, .boolean, .integer, .text, .personal, .instant, .span: []
    }
  }
}

extension DebugAdapter {
  // MARK: - Threads and frames

  func threads(_ debugged: DebuggedTrace) -> JSONTree {
    let threads = debugged.trace.parties.enumerated().map { index, party -> JSONTree in
      ["id": .number(String(index + 1)), "name": .text(party)]
    }
    return ["threads": .list(threads)]
  }

  func thread(of party: String, _ debugged: DebuggedTrace) -> Int {
    (debugged.trace.parties.firstIndex(of: party) ?? 0) + 1
  }

  /// The party that is the thread of this number.
  func party(_ thread: JSONTree?, _ debugged: DebuggedTrace) throws -> String {
    let parties = debugged.trace.parties
    guard let index = thread?.integer, parties.indices.contains(index - 1) else {
      throw Stop(.usage, "there is no thread \(thread?.text ?? ""); the parties are threads")
    }
    return parties[index - 1]
  }

  func stackTrace(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    let party = try party(arguments["threadId"], debugged)
    let thread = thread(of: party, debugged)
    let first = max(0, arguments["startFrame"]?.integer ?? 0)
    let wanted = arguments["levels"]?.integer ?? 0
    let levels = wanted > 0 ? min(wanted, Explanation.longest) : Explanation.longest
    let end = min(first, Explanation.longest) + levels
    let all = try frames(of: thread, upTo: end + 1, debugged)
    let shown = all.enumerated().dropFirst(first).prefix(levels).map { index, frame -> JSONTree in
      let line = debugged.places.line(of: frame.record, at: frame.position)
      let name = "\(frame.record.name)  \(debugged.trace.values.summary(frame.record.fields))"
      return .object(
        [
          .init("id", .number(String(thread * Explanation.longest + index))),
          .init("name", .text(visible(truncate(name, to: RecordTable.width)))),
          .init("presentationHint", frame.position == nil ? "subtle" : "normal"),
        ] + editor.place(line, of: debugged.places.path))
    }
    return ["stackFrames": .list(Array(shown)), "totalFrames": .number(String(all.count))]
  }

  /// The last record of a thread and what led to it, at most `limit` of them.
  private func frames(
    of thread: Int, upTo limit: Int, _ debugged: DebuggedTrace
  ) throws -> [DebugFrame] {
    if let known = shown.frames[thread], known.count >= limit { return known }
    let limit = min(limit, Explanation.longest)
    let party = try party(.number(String(thread)), debugged)
    let last = try debugged.history.lastPosition(of: party, upTo: position)
    let found = try last.map { try debugged.history.chain(from: $0, limit: limit).chain } ?? []
    let frames = found.map { DebugFrame(record: $0.step.record, position: $0.position) }
    shown.frames[thread] = frames
    return frames
  }

  /// The frame of this number; that of the record at which the debugger stands where none is named.
  func frame(_ id: JSONTree?, _ debugged: DebuggedTrace) throws -> DebugFrame {
    guard let id = id?.integer else {
      return DebugFrame(
        record: try debugged.history.records(position..<(position + 1))[0], position: position)
    }
    let (thread, index) = id.quotientAndRemainder(dividingBy: Explanation.longest)
    let frames = index < 0 ? [] : try frames(of: thread, upTo: index + 1, debugged)
    guard frames.indices.contains(index) else { throw Stop(.usage, "there is no frame \(id)") }
    return frames[index]
  }

  // MARK: - Scopes and variables

  func scopes(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    let frame = try frame(arguments["frameId"], debugged)
    return ["scopes": .list(try scopes(of: frame, debugged))]
  }

  private func scopes(of frame: DebugFrame, _ debugged: DebuggedTrace) throws -> [JSONTree] {
    let (record, history) = (frame.record, debugged.history)
    if let known = frame.position.flatMap({ shown.scopes[$0] }) { return known }
    let isEvent = record.kind == .event
    let payload = scope(
      "payload", shown.add(record.fields, isEvent ? .payload(record.seq) : .other),
      hint: "arguments")
    guard let position = frame.position, let moment = try history.moment(at: position) else {
      return [payload]
    }
    let scopes = [
      payload,
      scope("changes", shown.add(moment.changes.value, .other)),
      scope("state", shown.add(moment.view, .state(party: record.party)), hint: "locals"),
      scope("timers", shown.add(try history.timers(of: record, at: position), .other)),
      scope("gates", shown.add(try history.closedGates(of: record, at: position), .other)),
      scope(
        "open requests", shown.add(try history.openRequests(of: record, at: position), .other)),
    ]
    shown.scopes[position] = scopes
    return scopes
  }

  private func scope(_ name: String, _ reference: Int, hint: String? = nil) -> JSONTree {
    .object(
      [
        .init("name", .text(name)), .init("variablesReference", .number(String(reference))),
        .init("expensive", false),
      ] + (hint.map { [.init("presentationHint", .text($0))] } ?? []))
  }

  func variables(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    let reference = arguments["variablesReference"]?.integer
    if let reference, reference >= ShownValues.outputs {
      return ["variables": .list(try variables(ofRecordAt: reference - ShownValues.outputs, debugged))]
    }
    let members = try shown.members(of: reference, debugged.trace.values)
    let first = max(0, arguments["start"]?.integer ?? 0)
    let count = arguments["count"]?.integer ?? 0
    let part = members.dropFirst(first)
    return ["variables": .list(Array(count > 0 ? part.prefix(count) : part))]
  }

  /// The scopes of a record that was written before, as members of its line.
  private func variables(
    ofRecordAt position: Int, _ debugged: DebuggedTrace
  ) throws -> [JSONTree] {
    guard let record = try debugged.history.records(position..<(position + 1)).first else {
      throw Stop(.usage, "there is no such record")
    }
    return try scopes(of: DebugFrame(record: record, position: position), debugged).map {
      [
        "name": $0["name"] ?? .null, "value": "",
        "variablesReference": $0["variablesReference"] ?? 0,
      ]
    }
  }

  // MARK: - What if

  func setVariable(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    let container = try shown.container(arguments["variablesReference"]?.integer)
    guard case .payload(let seq) = container.root else {
      throw Stop(.usage, "only fields of events can be set: all else follows from them")
    }
    let (name, text) = (arguments["name"]?.text ?? "", arguments["value"]?.text ?? "")
    let isElement = name.hasPrefix("[")
    let path = container.path.isEmpty || isElement ? container.path + name : "\(container.path).\(name)"
    let (new, outcome, moved) = try debugged.setting(path, of: seq, to: text, among: systems)
    position = moved(position)
    try replace(new)
    let said = WhatIfText(file: debugged.trace.file, outcome).text(.plain)
    say("output", ["category": "console", "output": .text(said)])
    if editor.takesInvalidated { say("invalidated", ["areas": ["all"]]) }
    return ["value": .text(text)]
  }

  func dataBreakpointInfo(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    let name = arguments["name"]?.text ?? ""
    var field = Breakpoints.StateField(
      party: try frame(arguments["frameId"], debugged).record.party, path: name)
    if let reference = arguments["variablesReference"]?.integer, reference > 0 {
      let container = try shown.container(reference)
      guard case .state(let party) = container.root,
        let member = container.value.members(below: container.path).first(where: { $0.name == name })
      else {
        return ["dataId": .null, "description": "only fields of the state change"]
      }
      field = .init(party: party, path: member.path)
    }
    guard Breakpoints.StateField(id: field.id, in: debugged) != nil else {
      return ["dataId": .null, "description": .text("the state has no field '\(name)'")]
    }
    return [
      "dataId": .text(field.id), "description": .text("\(field.path) of \(field.party)"),
      "accessTypes": ["write"], "canPersist": true,
    ]
  }
}

extension [FieldDifference] {
  /// Old and new values under the ways to them.
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
