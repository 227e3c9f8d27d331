import EventSourcing
import JSON
import SpecFormat
import Traces

/// The records of a trace that the file of another program says, before anything checks that a
/// machine has such records.
public struct ForeignLog: Sendable {
  /// A record with the line that it comes from.
  public struct Line: Sendable {
    /// The line, from 1; of an element of a list, the line on which it begins.
    public var number: Int
    /// The record that the line holds.
    public var record: ForeignRecord
  }

  /// A line that says nothing about the machine.
  public struct Other: Sendable {
    /// The line, from 1.
    public var number: Int
    /// Why it is no record.
    public var reason: String
  }

  /// The file's name, for places.
  public let file: String
  /// The header of the trace, where the file has one.
  public internal(set) var header: JSONTree?
  /// The records in the order of the file.
  public internal(set) var lines: [Line] = []
  /// The lines of other programs.
  public internal(set) var others: [Other] = []
  /// The number of blank lines.
  public internal(set) var blank = 0

  init(file: String) { self.file = file }

  /// Hands every JSON value of a file to `take`, with its line.
  init(_ bytes: [UInt8], file: String, _ take: (inout ForeignLog, JSONTree, Int) -> Void) {
    self.init(file: file)
    let documents = JSONDocuments(bytes)
    blank = documents.blank
    for (line, _) in documents.others { passOver(line, "no JSON") }
    for (line, tree) in documents.values { take(&self, tree, line) }
    others.sort { $0.number < $1.number }
  }

  mutating func add(_ number: Int, _ record: ForeignRecord) {
    lines.append(Line(number: number, record: record))
  }

  mutating func passOver(_ number: Int, _ reason: String) {
    others.append(Other(number: number, reason: reason))
  }
}

/// A record as another program wrote it.
public struct ForeignRecord: Hashable, Sendable {
  /// The kind of the record.
  public var kind: ErasedRecord.Kind
  /// The event or effect, the hash of a state, or the text of a note; a snapshot has none.
  public var name: String
  /// The instant at which it happened.
  public var at: Instant
  /// The party of the record; `nil` where the file does not say.
  public var party: String?
  /// The name by which other records call it as their cause.
  public var id: String?
  /// The record that led to it.
  public var cause: String?
  /// Its place among records of one instant, where the file numbers them.
  public var order: Int64?
  /// Its fields.
  public var data: JSONTree = .object([])
}

/// Reads JSON lines of any logger, or a list of them.
///
/// Without a map, lines of traces are taken, wherever they stand among others. With one, the
/// records that it names are taken besides.
public func readLogLines(_ bytes: [UInt8], file: String, _ map: ImportMap?) -> ForeignLog {
  ForeignLog(bytes, file: file) { log, tree, line in
    if let map, let name = tree.value(at: map.name[...])?.text {
      log.take(tree, named: name, line, map)
    } else {
      log.takeTraceLine(tree, line, isMapped: map != nil)
    }
  }
}

extension ForeignLog {
  fileprivate mutating func takeTraceLine(_ tree: JSONTree, _ line: Int, isMapped: Bool) {
    if tree["pushtrace"] != nil {
      if header == nil { header = tree } else { passOver(line, "another header") }
      return
    }
    // The seal is made anew.
    if tree["end"] != nil, tree["hash"] != nil { return }
    guard
      let kind = ErasedRecord.Kind.allCases.first(where: { kind in
        // Other loggers have a member of that name for something else.
        kind == .snapshot
          ? tree["snapshot"]?["state"] != nil && tree["snapshot"]?["parties"] != nil
          : tree[kind.rawValue] != nil
      }),
      let name = kind == .snapshot ? "" : tree[kind.rawValue]?.text
    else { return passOver(line, isMapped ? "it has no name" : "it has no event and no effect") }
    guard let at = tree["at"].flatMap({ TimeUnit.milliseconds.instant($0) }) else {
      return passOver(line, "'\(name)' has no time under \"at\"")
    }
    let seq = tree["seq"]?.text
    add(
      line,
      ForeignRecord(
        kind: kind, name: name, at: at, party: tree["party"]?.text, id: seq,
        cause: tree["cause"]?.text, order: seq.flatMap { Int64($0) },
        data: tree[kind == .snapshot ? "snapshot" : "data"] ?? .object([])))
  }

  /// Takes a line as its logger's map reads it.
  fileprivate mutating func take(
    _ tree: JSONTree, named name: String, _ line: Int, _ map: ImportMap
  ) {
    guard let entry = map.records.first(where: { $0.from == name }) else {
      return passOver(line, "'\(name)' is not in the map")
    }
    guard let at = tree.value(at: map.time[...]).flatMap({ map.unit.instant($0) }) else {
      return passOver(line, "'\(name)' has no time under \"\(map.time)\"")
    }
    func text(_ path: String?) -> String? { path.flatMap { tree.value(at: $0[...])?.text } }
    add(
      line,
      ForeignRecord(
        kind: entry.isEffect ? .effect : .event, name: entry.name, at: at, party: text(map.party),
        id: text(map.id), cause: text(map.cause), data: entry.data(of: tree, map)))
  }
}

extension ImportMap.Name {
  /// The fields of a line: what stands under the data's own names, then what this entry says.
  func data(of tree: JSONTree, _ map: ImportMap) -> JSONTree {
    var members = map.data.flatMap { tree.value(at: $0[...]) }?.members ?? []
    func set(_ field: String, _ value: JSONTree?) {
      members.removeAll { $0.name == field }
      if let value { members.append(JSONTree.Member(field, value)) }
    }
    for (field, path) in fields { set(field, tree.value(at: path[...])) }
    for (field, value) in values { set(field, JSONTree(value)) }
    return .object(members)
  }
}

extension JSONTree {
  /// A value of a file of ours.
  init(_ value: Value) {
    self =
      switch value {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .integer(let value): .number(String(value))
      case .instant(let value): .number(String(value.milliseconds))
      case .span(let value): .number(String(value.milliseconds))
      case .text(let text), .personal(let text): .text(text)
      case .list(let values): .list(values.map { JSONTree($0) })
      case .fields(let fields): .object(fields.map { Member($0.name, JSONTree($0.value)) })
      }
  }
}
