import Diagnostics
import JSON
import SpecFormat
import Traces

/// The names of records of ours in formats of other programs.
enum CloudEventType {
  static let prefix = "pushtrace."
  static let header = "pushtrace.header"

  /// Makes the name of such a record; only events and effects have a name of their own.
  static func name(of kind: ErasedRecord.Kind, _ name: String) -> String {
    prefix + kind.rawValue + (kind == .event || kind == .effect ? ".\(name)" : "")
  }
}

/// Reads CloudEvents in the JSON format: one a line, or a batch.
///
/// The events that `export` writes are taken by their types; of others the map names those that are
/// records, by `type`.
public func readCloudEvents(_ bytes: [UInt8], file: String, _ map: ImportMap?) -> ForeignLog {
  ForeignLog(bytes, file: file, map) { log, tree, place throws(ForeignProblem) in
    try log.takeCloudEvent(tree, place)
  }
}

extension ForeignLog {
  fileprivate mutating func takeCloudEvent(
    _ event: JSONTree, _ place: ForeignPlace
  ) throws(ForeignProblem) {
    guard let version = event["specversion"]?.text else {
      return passOver(place, "no CloudEvent: it has no specversion")
    }
    guard version == "1.0" || version == "0.3" else {
      return passOver(place, "a CloudEvent of version \(shortened(version))")
    }
    guard let type = event["type"]?.text else {
      return passOver(place, "no CloudEvent: it has no type")
    }
    if type == CloudEventType.header {
      return takeHeader(event["data"], place, under: "data")
    }
    let own = event["data"] ?? .object([])
    guard let (kind, name, data) = try content(of: event, type, own) else {
      return passOver(place, "a CloudEvent of type '\(shortened(type))'")
    }
    guard let at = event["time"].flatMap({ TimeUnit.iso.instant($0) }) else {
      let time = event["time"].map { "\($0.quoted) as its time, not RFC 3339" } ?? "no time"
      throw ForeignProblem(.unusable, "'\(shortened(type))' has \(time)")
    }
    let id = event["id"]?.text
    add(
      place,
      ForeignRecord(
        kind: kind, name: name, at: at,
        party: map?.party.flatMap { event.value(at: $0[...])?.text } ?? event["subject"]?.text,
        source: event["source"]?.text, id: id, cause: event["cause"]?.text,
        order: id.flatMap { Int64($0) }, data: data))
  }

  /// The kind, the name and the fields of a record of this type, which the map or our prefix names;
  /// `nil` where neither does.
  mutating func content(
    of event: JSONTree, _ type: String, _ data: JSONTree
  ) throws(ForeignProblem) -> (ErasedRecord.Kind, String, JSONTree)? {
    if let entry = entry(for: type, in: event) {
      return (
        entry.isEffect ? .effect : .event, entry.name, map.map { entry.data(of: event, $0) } ?? data
      )
    }
    guard type.hasPrefix(CloudEventType.prefix) else { return nil }
    let parts = type.dropFirst(CloudEventType.prefix.count).split(separator: ".", maxSplits: 1)
    func text(_ name: String) throws(ForeignProblem) -> String {
      if let text = data[name]?.text { return text }
      throw ForeignProblem(.unusable, "'\(type)' has no '\(name)'")
    }
    switch (parts.first, parts.count) {
    case ("event", 2): return (.event, String(parts[1]), data)
    case ("effect", 2): return (.effect, String(parts[1]), data)
    case ("state", 1): return (.state, try text("hash"), .object([]))
    case ("note", 1): return (.note, try text("text"), .object([]))
    case ("snapshot", 1): return (.snapshot, "", data)
    default: throw unknownKind(type, parts.map { String($0) })
    }
  }

  private func unknownKind(_ type: String, _ parts: [String]) -> ForeignProblem {
    let kinds = ErasedRecord.Kind.allCases.map(\.rawValue)
    let kind = parts.first ?? ""
    let proposal: String
    if parts.count == 1, kind == "event" || kind == "effect" {
      proposal = "name the \(kind), as in '\(CloudEventType.prefix)\(kind).NAME'"
    } else if let near = suggestion(for: kind, among: kinds) {
      let rest = near == "event" || near == "effect" ? parts.dropFirst() : []
      proposal = didYouMean(CloudEventType.prefix + ([near] + rest).joined(separator: "."))
    } else {
      proposal = "known: \(kinds.map { CloudEventType.prefix + $0 }.joined(separator: ", "))"
    }
    return ForeignProblem(
      .unusable, "'\(shortened(type))' is no kind of record", proposal: proposal)
  }
}
