import Diagnostics
import EventSourcing
import JSON
import Replay
import Simulation
import SpecFormat
import Traces

/// What an export has written, and what its format cannot say.
public struct ExportedTrace: Sendable {
  /// The number of CloudEvents, the one of the header included.
  public var events: Int64 = 0
  /// The parts of the trace that are not in the export.
  public var lost: [String] = []
}

/// Writes a trace as CloudEvents 1.0 in the JSON format, one a line; `sink` takes the bytes in
/// pieces, and `source` says in each where it comes from.
///
/// The first one has the header, and each record becomes one of its own: the number is its `id`,
/// the party its `subject`. An instant outside of the years 1 to 9999 is thrown: RFC 3339 has no
/// text for it.
public func exportCloudEvents<S: System>(
  _ input: ReplayInput, as system: S.Type, source: String, into sink: ([UInt8]) throws -> Void
) throws -> ExportedTrace {
  let namesParties = try hasSeveralParties(input, as: system)
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), source: input.open())
  var result = ExportedTrace()
  var output = CloudEventOutput(source: source, namesParties: namesParties)
  try output.put(header: reader.header, in: input.file)
  while let line = try reader.next() {
    guard let record = try reader.record(line) else { continue }
    try output.put(
      record, line.kind, at: Place(file: input.file, line: line.number, column: 1))
    if output.pending > 1 << 16 { try sink(output.take()) }
  }
  try sink(output.take())
  result.events = output.events
  switch reader.ending.end {
  case .cut: result.lost.append("that the trace was cut: it has no end line")
  case .sealed, .wrongHash: result.lost.append("the end line: import makes it anew")
  }
  if reader.ending.damageCount > 0 { result.lost.append("that the trace was edited or damaged") }
  return result
}

private struct CloudEventOutput {
  private(set) var events: Int64 = 0
  private let source: String
  private let namesParties: Bool
  private var json = JSONWriter(into: JSONBuffer())

  init(source: String, namesParties: Bool) {
    self.source = source
    self.namesParties = namesParties
  }

  var pending: Int { json.sink.count }

  mutating func take() -> [UInt8] {
    defer { json.sink.removeAll() }
    return json.sink.bytes
  }

  mutating func put<Machine: Reducer>(
    header: TraceHeader<Machine>, in file: String
  ) throws(Diagnostic) {
    try put(
      id: 0, "header", at: header.started, party: soleParty, cause: nil,
      Place(file: file, line: 1, column: 1)
    ) { json in
      json.object { header.describe(in: &$0) }
    }
  }

  mutating func put<Event: Vocabulary, Effect: Vocabulary>(
    _ record: LogRecord<Event, Effect>, _ kind: ErasedRecord.Kind, at place: Place
  ) throws(Diagnostic) {
    let name = record.name.map { ".\($0)" } ?? ""
    try put(
      id: record.seq, kind.rawValue + name, at: record.at, party: record.party,
      cause: record.cause, place
    ) { json in
      switch record {
      case .event(let event): json.data(event.event)
      case .effect(let effect): json.data(effect.effect)
      case .state(_, _, _, let hash):
        json.object { $0.field("hash", XXH64.text(hash)) }
      case .note(_, _, _, let text):
        json.object { $0.field("text", text) }
      case .snapshot(_, _, _, let members): json.sink.put(json: members)
      }
    }
  }

  private mutating func put(
    id: Int64, _ type: String, at instant: Instant, party: String, cause: Int64?, _ place: Place,
    data: (inout JSONWriter) -> Void
  ) throws(Diagnostic) {
    guard let time = clockText(of: instant) else {
      throw Diagnostic(
        .noTimestamp, "\(instant.milliseconds) ms has no text as a time of RFC 3339", at: place,
        labels: [], notes: ["it lies outside of the years 1 to 9999"])
    }
    events += 1
    let start = json.sink.count
    json.sink.put("{\"specversion\":\"1.0\",\"id\":")
    json.sink.put(string: String(id))
    json.sink.put(",\"source\":")
    json.sink.put(string: source)
    json.sink.put(",\"type\":")
    json.sink.put(string: CloudEventType.prefix + type)
    if namesParties, id > 0 {
      json.sink.put(",\"subject\":")
      json.sink.put(string: party)
    }
    json.sink.put(",\"time\":")
    json.sink.put(string: time)
    json.sink.put(",\"datacontenttype\":\"application/json\"")
    if let cause {
      json.sink.put(",\"cause\":")
      json.sink.put(string: String(cause))
    }
    json.sink.put(",\"data\":")
    data(&json)
    json.sink.put("}\n")
    json.sink.escapeInvisible(from: start)
  }
}
