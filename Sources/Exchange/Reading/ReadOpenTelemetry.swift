import EventSourcing
import JSON
import SpecFormat
import Traces

/// Reads logs and spans in OTLP/JSON: documents one a line, as collectors write them to files.
///
/// The log records that `export` writes are taken by their event names. Of others the map names
/// those that are records: log records, spans at their start, spans at their end by the name with
/// `.end` behind it, and the events of spans. Its paths lead through the record or span, whose
/// attributes and resource are objects.
public func readOpenTelemetry(_ bytes: [UInt8], file: String, _ map: ImportMap?) -> ForeignLog {
  ForeignLog(bytes, file: file) { log, tree, line in
    let logs = tree.items("resourceLogs", "scopeLogs", "logRecords")
    let spans = tree.items("resourceSpans", "scopeSpans", "spans")
    for record in logs { log.takeLogRecord(record, line, map) }
    for span in spans { log.takeSpan(span, line, map) }
    if tree["resourceLogs"] == nil, tree["resourceSpans"] == nil {
      log.passOver(line, "neither logs nor spans of OTLP/JSON")
    }
  }
}

extension ForeignLog {
  fileprivate mutating func takeLogRecord(_ record: JSONTree, _ line: Int, _ map: ImportMap?) {
    let found = map.flatMap { record.value(at: $0.name[...])?.text }
    let own = ["eventName", "attributes.event.name"].lazy.compactMap {
      record.value(at: $0)?.text
    }.first { !$0.isEmpty }
    guard let name = found ?? own else { return passOver(line, "a log record without a name") }
    if name == CloudEventType.header {
      if header == nil { header = record["body"] } else { passOver(line, "another header") }
      return
    }
    let time = record.nanoseconds("timeUnixNano") ?? record.nanoseconds("observedTimeUnixNano")
    take(record, name, "a log record", at: time, map, line, cause: nil)
  }

  fileprivate mutating func takeSpan(_ span: JSONTree, _ line: Int, _ map: ImportMap?) {
    // What our own spans show stands in the log records too.
    if span["scope"]?.text == OpenTelemetryName.scope { return }
    guard let name = map.flatMap({ span.value(at: $0.name[...])?.text }) ?? span["name"]?.text
    else { return passOver(line, "a span without a name") }
    take(
      span, name, "a span", at: span.nanoseconds("startTimeUnixNano"), map, line, cause: nil)
    let id = span["spanId"]?.text
    let end = name + ".end"
    if map?.records.contains(where: { $0.from == end }) ?? false {
      take(
        span, end, "a span", at: span.nanoseconds("endTimeUnixNano"), map, line, cause: id)
    }
    for event in span.elements("events") {
      let own: [JSONTree.Member] = [
        JSONTree.Member("resource", span["resource"] ?? .null),
        JSONTree.Member("span", .object(span.members.filter { $0.name != "events" })),
      ]
      let tree = JSONTree.object(event.flattened + own)
      let name = map.flatMap { tree.value(at: $0.name[...])?.text } ?? tree["name"]?.text ?? ""
      take(
        tree, name, "an event of a span", at: tree.nanoseconds("timeUnixNano"), map, line, cause: id
      )
    }
  }

  private mutating func take(
    _ tree: JSONTree, _ name: String, _ form: String, at time: Instant?, _ map: ImportMap?,
    _ line: Int, cause: String?
  ) {
    let body = tree["body"] ?? .object([])
    guard let (kind, ours, data) = content(of: tree, name, body, map) else {
      return passOver(line, "\(form) called '\(name)'")
    }
    // Zero means that the time is not known, but for a record of a trace that begins in 1970.
    let isOurs = name.hasPrefix(CloudEventType.prefix)
    guard let at = time ?? (isOurs ? Instant(milliseconds: 0) : nil) else {
      return passOver(line, "\(form) called '\(name)' without a time")
    }
    func text(_ path: String?, _ standard: String) -> String? {
      tree.value(at: (path ?? standard)[...])?.text
    }
    let seq = text(nil, "attributes.\(OpenTelemetryName.seq)")
    add(
      line,
      ForeignRecord(
        kind: kind, name: ours, at: at,
        party: text(map?.party, "resource.\(OpenTelemetryName.instance)"),
        id: seq ?? (cause == nil ? text(map?.id, "spanId") : nil),
        cause: cause ?? text(map?.cause, "attributes.\(OpenTelemetryName.cause)"),
        order: seq.flatMap { Int64($0) }, data: data))
  }
}

extension JSONTree {
  /// The items of a document, each with its resource and its scope, and with attributes as objects.
  fileprivate func items(_ resources: String, _ scopes: String, _ items: String) -> [JSONTree] {
    var found: [JSONTree] = []
    for group in elements(resources) {
      let attributes = (group["resource"] ?? .null).elements("attributes")
      let resource = Member("resource", JSONTree(openTelemetryAttributes: attributes))
      for scope in group.elements(scopes) {
        let name = Member("scope", scope["scope"]?["name"] ?? .null)
        found += scope.elements(items).map { .object($0.flattened + [resource, name]) }
      }
    }
    return found
  }

  /// The members, with attributes and body as plain JSON.
  fileprivate var flattened: [Member] {
    members.map { member in
      switch member.name {
      case "attributes":
        Member(member.name, JSONTree(openTelemetryAttributes: elements(member.name)))
      case "body": Member(member.name, JSONTree(openTelemetry: member.value))
      default: member
      }
    }
  }

  /// The instant under a name; `nil` where it is zero or none.
  fileprivate func nanoseconds(_ name: String) -> Instant? {
    guard let value = self[name], value.text != "0" else { return nil }
    return TimeUnit.nanoseconds.instant(value)
  }
}
