import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Traces

/// Writes a trace as CloudEvents 1.0 in the JSON format, one a line; `sink` takes the bytes in
/// pieces, and `source` says in each where it comes from.
///
/// The first one has the header, and each record becomes one of its own: the number is its `id`,
/// the party its `subject`. An instant outside of the years 1 to 9999 is thrown: RFC 3339 has no
/// text for it.
public func exportCloudEvents(
  _ input: ReplayInput, of system: AnySystem, source: String, into sink: ([UInt8]) throws -> Void
) throws -> ExportedTrace {
  let walk = try system.walk(input)
  var output = CloudEventOutput(
    file: input.file, source: source, namesParties: try system.walk(input).hasSeveralParties())
  let header = walk.header
  try output.put(
    id: 0, CloudEventType.header, at: header.started, party: nil, cause: nil, walk.writtenHeader(),
    line: 1)
  while let line = try walk.next() {
    // Its cause as it stands: the event before an effect that names none may not have led to it.
    guard let record = try walk.exchange()?.record else { continue }
    let type = CloudEventType.name(of: record.kind, record.name)
    try output.put(
      id: record.seq, type, at: record.at, party: record.party, cause: record.cause, record.fields,
      line: line.number)
    if output.json.pending > 1 << 16 { try sink(output.json.take()) }
  }
  try sink(output.json.take())
  return ExportedTrace(
    unit: "CloudEvent", events: output.events, lost: walk.ending().lost(isImported: true))
}

/// Writes CloudEvents line by line.
private struct CloudEventOutput {
  private(set) var events: Int64 = 0
  var json = JSONOutput(escapingInvisible: true)
  let file: String
  let source: String
  let namesParties: Bool

  mutating func put(
    id: Int64, _ type: String, at instant: Instant, party: String?, cause: Int64?, _ data: Value,
    line: Int
  ) throws(Diagnostic) {
    guard let time = clockText(of: instant) else {
      throw Diagnostic(
        .noTimestamp, "\(instant.milliseconds) ms has no text as a time of RFC 3339",
        at: Place(file: file, line: line, column: 1), labels: [],
        notes: ["it lies outside of the years 1 to 9999"])
    }
    events += 1
    json.line { json in
      json.member("specversion", "1.0")
      json.member("id", String(id))
      json.member("source", source)
      json.member("type", type)
      if namesParties, let party { json.member("subject", party) }
      json.member("time", time)
      json.member("datacontenttype", "application/json")
      if let cause { json.member("cause", String(cause)) }
      json.member("data") { $0.element(data) }
    }
  }
}
