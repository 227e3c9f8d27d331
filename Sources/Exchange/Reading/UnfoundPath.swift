import Diagnostics
import JSON
import SpecFormat
import Traces

/// A path of a map under which no line has had anything so far: one that is mistyped would leave a
/// party or a field out of every record without a word.
struct UnfoundPath: Sendable {
  let name: String
  let path: String
  let place: Place
  /// The entry of the map whose lines are to have it; `nil` for all that the map names.
  let entry: Int?
  /// The first line without it.
  var line: JSONTree?

  /// Lists the paths of a map: those of every line, then those of each entry.
  static func all(in map: ImportMap) -> [UnfoundPath] {
    func paths(
      _ paths: [(field: String, path: String, place: Place)], of entry: Int?
    ) -> [UnfoundPath] {
      paths.map { UnfoundPath(name: $0.field, path: $0.path, place: $0.place, entry: entry) }
    }
    return paths(map.paths, of: nil)
      + map.records.enumerated().flatMap { paths($1.fields, of: $0) }
  }

  /// Whether the lines of an entry of the map are to have it.
  func concerns(_ entry: Int) -> Bool { self.entry == nil || self.entry == entry }
}

extension JSONTree {
  /// Lists the paths of all that stands in an object.
  fileprivate func paths(under prefix: String = "") -> [String] {
    guard case .object(let members) = self else { return [] }
    return members.flatMap { member in
      [prefix + member.name] + member.value.paths(under: "\(prefix)\(member.name).")
    }
  }
}

extension ForeignLog {
  /// Finds the entry of the map for a line that calls itself `name`, and notes which of the map's
  /// paths lead to something in it.
  mutating func entry(for name: String, in line: JSONTree) -> ImportMap.Name? {
    guard let map, let entry = map.records.firstIndex(where: { $0.from == name }) else {
      return nil
    }
    unfound.removeAll { $0.concerns(entry) && line.value(at: $0.path[...]) != nil }
    for index in unfound.indices where unfound[index].concerns(entry) {
      unfound[index].line = unfound[index].line ?? line
    }
    return map.records[entry]
  }

  /// Makes a warning of a path that led to nothing in all lines that were to have it, where it is
  /// mistyped or says which device a line is about: a log may leave out what has a default.
  func finding(about path: UnfoundPath) -> Diagnostic? {
    guard let line = path.line else { return nil }
    let near = didYouMean(path.path, among: line.paths())
    let isParty = path.name == "party"
    guard isParty || near != nil else { return nil }
    let owner = path.entry.flatMap { map?.records[$0].from }
    let lines = owner.map { "'\(shortened($0))'" } ?? "line that the map names"
    let result = isParty ? "so all are those of one device" : "where '\(path.name)' should stand"
    return Diagnostic(
      .unfoundPath, severity: .warning,
      "nothing is under \"\(path.path)\" in any \(lines), \(result)", at: path.place,
      labels: [], notes: near.map { ["help: \($0)"] } ?? [])
  }

  /// Describes what is wrong with a record by the map, where that says where its fields stand: the
  /// map can be changed, and the log cannot.
  func problem(of record: ForeignRecord, _ error: JSONError) -> JSONProblem {
    // A value that is missing further inside does not begin where the fields do.
    guard case .missing(let field) = error.problem, error.start == 0 else { return error.problem }
    let entries = (map?.records ?? []).filter {
      $0.name == record.name && $0.isEffect == (record.kind == .effect)
    }
    if entries.isEmpty {
      return .refused(
        error.problem.message,
        proposal: error.problem.proposal + " there, or say it in a map (--map): values: { … }")
    }
    let own = entries.flatMap(\.fields).filter { $0.field == field }.map(\.path)
    let paths = (own.isEmpty ? [map?.data].compactMap(\.self) : own.eachOnce()).map { "\"\($0)\"" }
    if paths.isEmpty {
      return .refused(
        "the map does not say where its '\(field)' stands",
        proposal: "name the path under 'fields' in the map, or the value under 'values'")
    }
    return .refused("it has no '\(field)' under \(paths.joined(separator: " or "))", proposal: "")
  }
}
