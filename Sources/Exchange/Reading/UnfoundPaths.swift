import Diagnostics
import JSON
import SpecFormat
import Traces

/// The paths of a map under which no line has had anything so far: one that is mistyped would
/// leave a party or a field out of every record without a word.
struct UnfoundPaths: Sendable {
  private struct Path {
    let name: String
    let path: String
    let place: Place
    /// The name that the lines give themselves; `nil` for all that the map names.
    let owner: String?
    /// The first line without it.
    var line: JSONTree?
  }

  /// The paths of every line, then those of each entry of the map.
  private var groups: [[Path]] = []

  init(_ map: ImportMap?) {
    guard let map else { return }
    let all = [(map.paths, nil)] + map.records.map { ($0.fields, $0.from) }
    groups = all.map { paths, owner in
      paths.map { Path(name: $0.field, path: $0.path, place: $0.place, owner: owner) }
    }
  }

  /// Looks for the paths in a line that an entry of the map names.
  mutating func look(in line: JSONTree, entry: Int) {
    look(in: line, group: 0)
    look(in: line, group: entry + 1)
  }

  private mutating func look(in line: JSONTree, group: Int) {
    if groups[group].isEmpty { return }
    groups[group].removeAll { line.value(at: $0.path[...]) != nil }
    for index in groups[group].indices where groups[group][index].line == nil {
      groups[group][index].line = line
    }
  }

  /// A warning for each path that led to nothing in all lines that were to have it, and is mistyped
  /// or says which device a line is about: a log may leave out what has a default.
  var findings: [Diagnostic] {
    groups.joined().compactMap { path in
      guard let line = path.line else { return nil }
      let near = didYouMean(path.path, among: line.paths())
      let isParty = path.name == "party"
      guard isParty || near != nil else { return nil }
      let lines = path.owner.map { "'\(shortened($0))'" } ?? "line that the map names"
      let result =
        isParty ? "so all are those of one device" : "where '\(path.name)' should stand"
      return Diagnostic(
        .unfoundPath, severity: .warning,
        "nothing is under \"\(path.path)\" in any \(lines), \(result)", at: path.place,
        labels: [], notes: near.map { ["help: \($0)"] } ?? [])
    }
  }
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
    guard let map, let index = map.records.firstIndex(where: { $0.from == name }) else {
      return nil
    }
    unfound.look(in: line, entry: index)
    return map.records[index]
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
