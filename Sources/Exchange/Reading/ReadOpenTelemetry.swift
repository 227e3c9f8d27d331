import Diagnostics
import EventSourcing
import JSON
import SpecFormat

/// Reads logs and spans in OTLP/JSON: documents one a line, as collectors write them to files.
///
/// The log records that `export` writes are taken by their event names. Of others the map names
/// those that are records: log records, spans at their start, spans at their end by the name with
/// `.end` behind it, and the events of spans. Its paths lead through the record or span, whose
/// attributes and resource are objects.
public func readOpenTelemetry(_ bytes: [UInt8], file: String, _ map: ImportMap?) -> ForeignLog {
  ForeignLog(bytes, file: file, map) { log, tree, place throws(ForeignProblem) in
    try log.takeDocument(tree, place)
  }
}

extension ForeignLog {
  fileprivate mutating func takeDocument(
    _ tree: JSONTree, _ place: ForeignPlace
  ) throws(ForeignProblem) {
    let members = try tree.asObject("a document").members
    takeItems("resourceLogs", "scopeLogs", "logRecords", of: tree, place) {
      log, record, place throws(ForeignProblem) in try log.takeLogRecord(record, place)
    }
    takeItems("resourceSpans", "scopeSpans", "spans", of: tree, place) {
      log, span, place throws(ForeignProblem) in try log.takeSpan(span, place)
    }
    let known = ["resourceLogs", "resourceSpans"]
    if !members.contains(where: { known.contains($0.name) }) {
      let near = members.lazy.compactMap { didYouMean($0.name, among: known) }.first
      passOver(place, "neither logs nor spans of OTLP/JSON", proposal: near ?? "")
    }
  }

  /// Hands the items of a document to `take`, each with its resource and its scope, and with
  /// attributes as objects.
  private mutating func takeItems(
    _ resources: String, _ scopes: String, _ items: String, of tree: JSONTree,
    _ place: ForeignPlace,
    _ take: (inout ForeignLog, JSONTree, ForeignPlace) throws(ForeignProblem) -> Void
  ) {
    walk(resources, of: tree, place) { log, group, place throws(ForeignProblem) in
      let resource = try group.attributes(ofMember: "resource")
      try group.expect(scopes, besides: ["resource", "schemaUrl"])
      log.walk(scopes, of: group, place) { log, scope, place throws(ForeignProblem) in
        let name = try scope.object("scope")["name"] ?? .null
        try scope.expect(items, besides: ["scope", "schemaUrl"])
        let own = [JSONTree.Member("resource", resource), JSONTree.Member("scope", name)]
        log.walk(items, of: scope, place) { log, item, place throws(ForeignProblem) in
          try take(&log, .object(own + (try item.flattened())), place)
        }
      }
    }
  }

  /// Hands each object of the list under a name to `take`, with its place; those of another shape
  /// are noted.
  private mutating func walk(
    _ name: String, of tree: JSONTree, _ place: ForeignPlace,
    _ take: (inout ForeignLog, JSONTree, ForeignPlace) throws(ForeignProblem) -> Void
  ) {
    let elements: [JSONTree]
    do throws(ForeignProblem) { elements = try tree.elements(name) } catch {
      return note(error, at: place)
    }
    for (index, element) in elements.enumerated() {
      let own = place.below(name, index)
      do throws(ForeignProblem) {
        try take(&self, try element.asObject("an element of '\(name)'"), own)
      } catch {
        note(error, at: own)
      }
    }
  }

  private mutating func takeLogRecord(
    _ record: JSONTree, _ place: ForeignPlace
  ) throws(ForeignProblem) {
    let found = map.flatMap { record.value(at: $0.name[...])?.text }
    let own = try record.string("eventName").flatMap { $0.isEmpty ? nil : $0 }
    guard let name = found ?? own ?? record.value(at: "attributes.event.name")?.text,
      !name.isEmpty
    else { return passOver(place, "a log record without a name") }
    if name == CloudEventType.header { return takeHeader(record["body"], place, under: "body") }
    let time = try record.nanoseconds("timeUnixNano")
    let observed = try record.nanoseconds("observedTimeUnixNano")
    try take(record, name, "a log record", at: time ?? observed, place, cause: nil)
  }

  private mutating func takeSpan(_ span: JSONTree, _ place: ForeignPlace) throws(ForeignProblem) {
    // What our own spans show stands in the log records too.
    if span["scope"]?.text == OpenTelemetryName.scope { return }
    let own = try span.string("name")
    guard let name = map.flatMap({ span.value(at: $0.name[...])?.text }) ?? own
    else { return passOver(place, "a span without a name") }
    let start = try span.nanoseconds("startTimeUnixNano")
    try take(span, name, "a span", at: start, place, cause: nil)
    let id = try span.string("spanId")
    let end = name + ".end"
    if map?.records.contains(where: { $0.from == end }) ?? false {
      let time = try span.nanoseconds("endTimeUnixNano")
      try take(span, end, "a span", at: time, place, cause: id)
    }
    let around: [JSONTree.Member] = [
      JSONTree.Member("resource", span["resource"] ?? .null),
      JSONTree.Member("span", .object(span.members.filter { $0.name != "events" })),
    ]
    walk("events", of: span, place) { log, event, place throws(ForeignProblem) in
      let tree = JSONTree.object(around + (try event.flattened()))
      let own = try tree.string("name") ?? ""
      let name = log.map.flatMap { tree.value(at: $0.name[...])?.text } ?? own
      let time = try tree.nanoseconds("timeUnixNano")
      try log.take(tree, name, "an event of a span", at: time, place, cause: id)
    }
  }

  private mutating func take(
    _ tree: JSONTree, _ name: String, _ form: String, at time: Instant?, _ place: ForeignPlace,
    cause: String?
  ) throws(ForeignProblem) {
    let body = tree["body"] ?? .object([])
    guard let (kind, ours, data) = try content(of: tree, name, body) else {
      return passOver(place, "\(form) called '\(shortened(name))'")
    }
    let isMapped = map?.records.contains { $0.from == name } ?? false
    guard time != nil || !isMapped else {
      throw ForeignProblem(.unusable, "\(form) called '\(shortened(name))' has no time")
    }
    func text(_ path: String?, _ standard: String) throws(ForeignProblem) -> String? {
      guard let value = tree.value(at: (path ?? standard)[...]), value != .null else { return nil }
      if let text = value.text { return text }
      throw ForeignProblem(.otherShape, "'\(path ?? standard)' is \(value.kind), not text")
    }
    let seq = try text(nil, "attributes.\(OpenTelemetryName.seq)")
    let own = try text(map?.cause, "attributes.\(OpenTelemetryName.cause)")
    let id = cause == nil ? try text(map?.id, "spanId") : nil
    add(
      place,
      ForeignRecord(
        kind: kind, name: ours, at: time ?? Instant(milliseconds: 0),
        party: try text(map?.party, "resource.\(OpenTelemetryName.instance)"),
        id: seq ?? id, cause: cause ?? own,
        order: seq.flatMap { Int64($0) }, data: data),
      hasTime: time != nil)
  }
}

extension JSONTree {
  /// The members, with attributes and body as plain JSON.
  fileprivate func flattened() throws(ForeignProblem) -> [Member] {
    var result: [Member] = []
    for member in members {
      switch member.name {
      case "attributes":
        let value = try JSONTree(openTelemetryAttributes: member.name, of: self)
        result.append(Member(member.name, value))
      case "body": result.append(Member(member.name, try openTelemetryMember(member.name)))
      default: result.append(member)
      }
    }
    return result
  }

  /// Refuses an object that has a member of another name in place of the list with its content: its
  /// records would be lost.
  fileprivate func expect(_ list: String, besides known: [String]) throws(ForeignProblem) {
    guard self[list] == nil, let other = members.first(where: { !known.contains($0.name) }) else {
      return
    }
    let near = didYouMean(other.name, among: [list])
    throw ForeignProblem(
      .otherShape, "an object has '\(shortened(other.name))' and no '\(list)'",
      proposal: near ?? "OTLP/JSON has the records under '\(list)'", at: other.name)
  }
}
