import Diagnostics
import EventSourcing
import JSON
import Simulation
import Traces

/// Everything that a host remembers after one record.
struct HostMemory<Machine: Reducer> {
  var engine: EngineSnapshot<Machine>
  var seq: Int64
  var at: Instant
  /// The lead of the time of day over the log's time, according to the records.
  var clockAhead: TimeSpan
  /// The open requests.
  var open: [RecordedEffect<Machine.Effect>]

  func lines(_ header: TraceHeader<Machine>, namesParties: Bool) -> LogMemory {
    var writer = TraceWriter(header, namesParties: namesParties)
    _ = writer.take()
    var json = JSONOutput()
    json.object { json in
      json.object("host") { json in
        if clockAhead != .zero { json.member("clock_ahead", clockAhead.milliseconds) }
        if open.isEmpty { return }
        let records = open.map { record in
          writer.append(.effect(record))
          return String(decoding: writer.take().dropLast(), as: UTF8.self)
        }
        json.member("open", json: "[\(records.joined(separator: ","))]")
      }
    }
    writer.append(
      .snapshot(
        seq: seq, at: at, party: engine.parties.first?.name ?? soleParty,
        json: String(decoding: canonicalJSON(of: engine), as: UTF8.self)))
    return LogMemory(host: json.bytes + [0x0A], snapshot: writer.take())
  }
}

extension HostMemory {
  init(
    _ snapshot: LogSnapshot, header: [UInt8], sdk: String, backends: [String]
  ) throws(Diagnostic) {
    var reader = try HostMemory.reader(of: header + snapshot.memory.snapshot, sdk)
    guard let line = try reader.next(), line.kind == .snapshot else {
      throw Diagnostic(.wrongSnapshot, "there is no record of a snapshot")
    }
    self = try HostMemory(
      host: snapshot.memory.host, line, of: &reader, header: header, backends: backends)
    if seq != snapshot.position.seq {
      throw Diagnostic(.wrongSnapshot, "it says that it is the one behind record \(seq)")
    }
  }

  /// Reads the machine's state from a record and the rest from the host line.
  init(
    host: [UInt8], _ line: TraceLine, of reader: inout TraceReader<Machine>, header: [UInt8],
    backends: [String]
  ) throws(Diagnostic) {
    guard Machine.describesState else {
      throw Diagnostic(.wrongSnapshot, "\(reader.header.sdk) does not describe its state")
    }
    seq = line.seq
    at = line.at
    engine = try reader.snapshot(line, like: EngineSnapshot<Machine>.sample)
    guard engine.isOfARun(backends: backends) else {
      throw Diagnostic(.wrongSnapshot, "the parties of a snapshot are not those of a run")
    }
    guard let host = try? JSONTree(host)["host"] else {
      throw Diagnostic(.wrongSnapshot, "the line of the host cannot be read")
    }
    clockAhead = TimeSpan(milliseconds: host.integer("clock_ahead") ?? 0)
    open = []
    guard case .list(let records)? = host["open"] else { return }
    var lines: [UInt8] = []
    for record in records { lines += record.bytes + [0x0A] }
    var requests = try HostMemory.reader(of: header + lines, reader.header.sdk)
    while let line = try requests.next() {
      if let record = try requests.effect(line) { open.append(record) }
    }
  }

  private static func reader(
    of bytes: [UInt8], _ sdk: String
  ) throws(Diagnostic) -> TraceReader<Machine> {
    try TraceReader(file: "", defaults: TraceDefaults(sdk: sdk), source: byteSource(of: bytes))
  }
}
