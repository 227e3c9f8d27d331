import EventSourcing
import Traces

extension AssumedState {
  /// Says of a field that is shown and not remembered what it follows from; any other error stays.
  func explained(
    _ error: AssignmentError, at path: String, after record: ErasedRecord
  ) -> AssignmentError {
    guard let hidden = walk.hidden() else { return error }
    let way = hidden.way(to: record.party)
    guard !walk.hiddenSchema().contains(".\(fullPath(path, below: way))"[...]),
      walk.fields(record.party, record.at).contains(path: path)
    else { return error }
    let sources = sources(of: path, after: record, hidden, way)
    return AssignmentError(
      message: "'\(path)' is shown and not remembered: it follows from other fields",
      notes: [
        sources.isEmpty
          ? "help: 'replay --snapshots 1' writes the fields that are remembered"
          : "here it changes with \(sources.prefix(3).joined(separator: ", "))"
      ])
  }

  /// Finds the fields that are remembered and change what is shown at `path`, by trying: those of
  /// the same part of the state, or else all.
  private func sources(
    of path: String, after record: ErasedRecord, _ hidden: Value, _ way: [ValueStep]
  ) -> [String] {
    defer { _ = walk.assume(hidden) }
    func shown() -> Value? { walk.field(path, record.party, record.at) }
    let now = shown()
    let found = [ViewField](walk.hiddenSchema().at(way)?.fields ?? []).filter { field in
      // Those that are no value of the field are refused.
      [nil, "true", "false", "0", "1", "0s", "[]"].contains { text in
        guard let changed = try? changed(hidden, fullPath(field.path, below: way), to: text),
          walk.assume(changed)
        else { return false }
        return shown() != now
      }
    }
    let part = path.prefix { $0 != "." && $0 != "[" }
    let near = found.filter { $0.path.hasPrefix("\(part).") }
    return (near.isEmpty ? found : near).map { $0.path }
  }
}

extension Schema {
  /// The schema of a part of a value; `nil` where the way leads nowhere.
  fileprivate func at(_ way: [ValueStep]) -> Schema? {
    way.reduce(Optional(self)) { schema, step in
      switch (schema?.bare, step) {
      case (.record(let fields)?, .member(let name)): fields.first { $0.name == name }?.schema
      case (.map(let inner)?, .member), (.list(let inner)?, .element): inner
      default: nil
      }
    }
  }
}
