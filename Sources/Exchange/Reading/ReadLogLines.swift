import Diagnostics
import EventSourcing
import JSON
import SpecFormat
import Traces

/// Reads JSON lines of any logger, or a list of them.
///
/// Without a map, lines of traces are taken, wherever they stand among others. With one, the
/// records that it names are taken besides.
public func readLogLines(_ bytes: [UInt8], file: String, _ map: ImportMap?) -> ForeignLog {
  ForeignLog(bytes, file: file, map) { log, tree, place in
    if let map, let name = tree.value(at: map.name[...])?.text {
      log.take(tree, named: name, place, map)
    } else {
      log.takeTraceLine(tree, place)
    }
  }
}

extension ForeignLog {
  fileprivate mutating func takeTraceLine(_ tree: JSONTree, _ place: ForeignPlace) {
    if tree["pushtrace"] != nil {
      return takeHeader(tree, place)
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
    else {
      return passOver(place, map.map { "no name under \"\($0.name)\"" } ?? "no event and no effect")
    }
    guard let at = tree["at"].flatMap({ TimeUnit.milliseconds.instant($0) }) else {
      return passOver(place, "'\(shortened(name))' has no time under \"at\"")
    }
    let seq = tree["seq"]?.text
    add(
      place,
      ForeignRecord(
        kind: kind, name: name, at: at, party: tree["party"]?.text, id: seq,
        cause: tree["cause"]?.text, order: seq.flatMap { Int64($0) },
        data: tree[kind == .snapshot ? "snapshot" : "data"] ?? .object([])))
  }

  /// Takes a line as its logger's map reads it.
  fileprivate mutating func take(
    _ tree: JSONTree, named name: String, _ place: ForeignPlace, _ map: ImportMap
  ) {
    guard let entry = entry(for: name, in: tree) else {
      let known = map.records.map(\.from)
      return passOver(
        place, "'\(shortened(name))' is not in the map",
        proposal: didYouMean(name, among: known) ?? "")
    }
    let at: Instant
    do throws(ForeignProblem) { at = try tree.time(of: name, map) } catch {
      return note(error, at: place)
    }
    func text(_ path: String?) -> String? { path.flatMap { tree.value(at: $0[...])?.text } }
    add(
      place,
      ForeignRecord(
        kind: entry.isEffect ? .effect : .event, name: entry.name, at: at, party: text(map.party),
        id: text(map.id), cause: text(map.cause), data: entry.data(of: tree, map)))
    firstInUnit = firstInUnit ?? lines.last
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
    for (field, path, _) in fields { set(field, tree.value(at: path[...])) }
    for (field, value, _) in values { set(field, JSONTree(value)) }
    return .object(members)
  }
}

extension JSONTree {
  /// The time of a line that calls itself `name`.
  fileprivate func time(of name: String, _ map: ImportMap) throws(ForeignProblem) -> Instant {
    let line = "'\(shortened(name))'"
    guard let written = value(at: map.time[...]), written != .null else {
      throw ForeignProblem(.unusable, "\(line) has no time under \"\(map.time)\"")
    }
    let isText = map.unit == .iso
    let unit = isText ? "as RFC 3339 has it" : "in \(map.unit.rawValue)"
    guard let at = map.unit.instant(written) else {
      throw ForeignProblem(
        .unusable, "what \(line) has under \"\(map.time)\" is no time \(unit)",
        proposal: (isText ? "write it as 2026-01-05T10:00:00.5+01:00, or " : "")
          + "name its notation under 'time_unit' in the map")
    }
    guard at < JSONTree.endOfTimes else {
      throw ForeignProblem(
        .unusable, "read \(unit), the time of \(line) comes after the year 9999",
        proposal: "'time_unit' in the map may have to be a smaller one")
    }
    return at
  }

  /// The first instant after the year 9999: a greater one is a number that counts smaller units.
  private static let endOfTimes = Instant(milliseconds: 253_402_300_800_000)

  /// A value as JSON: times as milliseconds.
  package init(_ value: Value) {
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
