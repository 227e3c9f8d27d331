import EventSourcing
import JSON
import SpecFormat
import Traces

enum CloudEventType {
  static let prefix = "pushtrace."
  static let header = "pushtrace.header"
}

/// Reads CloudEvents in the JSON format: one a line, or a batch.
///
/// The events that `export` writes are taken by their types; of others the map names those that are
/// records, by `type`.
public func readCloudEvents(_ bytes: [UInt8], file: String, _ map: ImportMap?) -> ForeignLog {
  ForeignLog(bytes, file: file) { $0.takeCloudEvent($1, $2, map) }
}

extension ForeignLog {
  fileprivate mutating func takeCloudEvent(_ event: JSONTree, _ line: Int, _ map: ImportMap?) {
    guard let version = event["specversion"]?.text else {
      return passOver(line, "no CloudEvent: it has no specversion")
    }
    guard version == "1.0" || version == "0.3" else {
      return passOver(line, "a CloudEvent of version \(version)")
    }
    guard let type = event["type"]?.text else {
      return passOver(line, "no CloudEvent: it has no type")
    }
    if type == CloudEventType.header {
      if header == nil { header = event["data"] } else { passOver(line, "another header") }
      return
    }
    let own = event["data"] ?? .object([])
    guard let (kind, name, data) = content(of: event, type, own, map) else {
      return passOver(line, "a CloudEvent of type '\(type)'")
    }
    guard let at = event["time"].flatMap({ TimeUnit.iso.instant($0) }) else {
      return passOver(line, "'\(type)' has no time")
    }
    let id = event["id"]?.text
    add(
      line,
      ForeignRecord(
        kind: kind, name: name, at: at,
        party: map?.party.flatMap { event.value(at: $0[...])?.text } ?? event["subject"]?.text,
        id: id, cause: event["cause"]?.text, order: id.flatMap { Int64($0) }, data: data))
  }

  /// The kind, the name and the fields of a record of this type, which the map or our prefix names;
  /// `nil` where neither does.
  func content(
    of event: JSONTree, _ type: String, _ data: JSONTree, _ map: ImportMap?
  ) -> (ErasedRecord.Kind, String, JSONTree)? {
    if let entry = map?.records.first(where: { $0.from == type }) {
      return (
        entry.isEffect ? .effect : .event, entry.name, map.map { entry.data(of: event, $0) } ?? data
      )
    }
    guard type.hasPrefix(CloudEventType.prefix) else { return nil }
    let parts = type.dropFirst(CloudEventType.prefix.count).split(separator: ".", maxSplits: 1)
    switch (parts.first, parts.count) {
    case ("event", 2): return (.event, String(parts[1]), data)
    case ("effect", 2): return (.effect, String(parts[1]), data)
    case ("state", 1): return data["hash"]?.text.map { (.state, $0, .object([])) }
    case ("note", 1): return data["text"]?.text.map { (.note, $0, .object([])) }
    case ("snapshot", 1): return (.snapshot, "", data)
    default: return nil
    }
  }
}
