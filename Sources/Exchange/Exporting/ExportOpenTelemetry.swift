import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Simulation
import Traces

/// Writes a trace as OTLP/JSON, one document a line: a log record for the header and for each
/// record, and a span for each request that is answered.
///
/// The party is the instance of the service in the resource; a record's number, cause and party are
/// attributes, its fields the body. An instant that 64 bits of nanoseconds since 1970 do not hold
/// is thrown.
public func exportOpenTelemetry(
  _ input: ReplayInput, of system: AnySystem, into sink: ([UInt8]) throws -> Void
) throws -> ExportedTrace {
  let walk = try system.walk(input)
  var output = OpenTelemetryOutput(file: input.file, header: walk.header)
  try output.putHeader(walk.writtenHeader(), started: walk.header.started)
  while let line = try walk.next() {
    guard let shown = try walk.exchange() else { continue }
    try output.put(shown, line: line.number)
    if output.json.pending > 1 << 16 { try sink(output.json.take()) }
  }
  try sink(output.json.take())
  return output.result(walk.ending())
}

enum OpenTelemetryName {
  static let scope = "pushtrace"
  static let seq = "pushtrace.seq"
  static let cause = "pushtrace.cause"
  static let service = "service.name"
  static let instance = "service.instance.id"
}

private struct OpenTelemetryOutput {
  var json = JSONOutput(escapingInvisible: true)
  private var logs: Int64 = 0
  private var spans: Int64 = 0
  private var open: [RequestID: Request] = [:]
  private let file: String
  private let service: String
  /// The half of the traces' ids that tells this run from others.
  private let run: String

  private struct Request {
    var name: String
    var seq: Int64
    var start: String
  }

  init(file: String, header: ErasedHeader) {
    self.file = file
    service = header.sdk
    var head = JSONOutput()
    head.element(header.value)
    run = XXH64(head.text).text
  }

  mutating func putHeader(_ header: Value, started: Instant) throws(Diagnostic) {
    let time = try nanoseconds(started, line: 1)
    log(
      CloudEventType.header, time, party: soleParty,
      attributes: [Value.Field(OpenTelemetryName.seq, 0)],
      header, request: nil)
  }

  mutating func put(_ shown: TimelineRecord, line: Int) throws(Diagnostic) {
    let record = shown.record
    let time = try nanoseconds(record.at, line: line)
    var request: Int64?
    switch shown.part {
    case .request(let key):
      request = record.seq
      open[key] = Request(name: record.name, seq: record.seq, start: time)
    case .answer(let key):
      if let found = open.removeValue(forKey: key) {
        request = found.seq
        span(found, of: key, until: time, record)
      }
    case .message, .timer, .internal, .other: break
    }
    var attributes = [Value.Field(OpenTelemetryName.seq, record.seq)]
    if let cause = record.cause { attributes.append(Value.Field(OpenTelemetryName.cause, cause)) }
    log(
      CloudEventType.name(of: record.kind, record.name), time, party: record.party,
      attributes: attributes, record.fields, request: request)
  }

  func result(_ ending: TraceEnding) -> ExportedTrace {
    var result = ExportedTrace(unit: "log record", events: logs, spans: spans)
    if !open.isEmpty {
      result.lost.append("spans of \(counted(open.count, "request")) without an answer")
    }
    result.lost += ending.lost(isImported: true)
    return result
  }

  // MARK: - Documents

  private mutating func log(
    _ type: String, _ time: String, party: String, attributes: [Value.Field], _ body: Value,
    request: Int64?
  ) {
    logs += 1
    let trace = trace(of: party)
    document("resourceLogs", "scopeLogs", "logRecords", party) { log in
      log.member("timeUnixNano", time)
      log.member("eventName", type)
      log.openTelemetryMember("body", body)
      log.openTelemetryList("attributes", attributes)
      if let request { log.spanMembers(trace: trace, request) }
    }
  }

  private mutating func span(
    _ request: Request, of key: RequestID, until end: String, _ answer: ErasedRecord
  ) {
    spans += 1
    let trace = trace(of: key.party)
    document("resourceSpans", "scopeSpans", "spans", key.party) { span in
      span.spanMembers(trace: trace, request.seq)
      span.member("name", request.name)
      span.member("kind", 3)
      span.member("startTimeUnixNano", request.start)
      span.member("endTimeUnixNano", end)
      span.openTelemetryList(
        "attributes",
        [
          Value.Field(OpenTelemetryName.seq, request.seq),
          Value.Field("pushtrace.request", key.number),
          Value.Field("pushtrace.answer", answer.seq),
          Value.Field(name: "pushtrace.answered_by", value: .text(answer.name)),
        ])
    }
  }

  /// A line with one item of one party.
  private mutating func document(
    _ resources: String, _ scopes: String, _ items: String, _ party: String,
    _ body: (inout JSONOutput) -> Void
  ) {
    let service = service
    json.line { json in
      json.list(resources) { list in
        list.object { json in
          json.object("resource") { resource in
            resource.openTelemetryList(
              "attributes",
              [
                Value.Field(name: OpenTelemetryName.service, value: .text(service)),
                Value.Field(name: OpenTelemetryName.instance, value: .text(party)),
              ])
          }
          json.list(scopes) { list in
            list.object { json in
              json.object("scope") { $0.member("name", OpenTelemetryName.scope) }
              json.list(items) { $0.object(body) }
            }
          }
        }
      }
    }
  }

  // MARK: - Values

  /// The id of all spans of a party.
  private func trace(of party: String) -> String {
    run + XXH64(party).text
  }

  private func nanoseconds(_ instant: Instant, line: Int) throws(Diagnostic) -> String {
    let (count, overflow) = UInt64(clamping: instant.milliseconds)
      .multipliedReportingOverflow(by: 1_000_000)
    guard instant.milliseconds >= 0, !overflow else {
      throw Diagnostic(
        .noTimestamp, "\(instant.milliseconds) ms has no count of nanoseconds since 1970",
        at: Place(file: file, line: line, column: 1), labels: [],
        notes: ["it lies outside of the years 1970 to 2554"])
    }
    return String(count)
  }
}

extension Value.Field {
  fileprivate init(_ name: String, _ value: Int64) {
    self.init(name: name, value: .integer(value))
  }
}

extension JSONOutput {
  fileprivate mutating func spanMembers(trace: String, _ request: Int64) {
    member("traceId", trace)
    member("spanId", XXH64.text(UInt64(bitPattern: request)))
  }
}
