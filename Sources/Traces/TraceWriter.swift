import EventSourcing
import JSON

/// Writes a trace line by line; its owner takes the bytes whenever it likes.
///
/// Memory does not grow with the trace as long as the bytes are taken. What cannot be seen in a
/// text is written as `\u…`: a trace is shown in terminals and editors.
public struct TraceWriter<Machine: Reducer>: Sendable {
  /// Whether lines name their party, which they need not in a run with a sole device.
  public let namesParties: Bool
  private var json = JSONWriter(into: JSONBuffer())
  private var hash = XXH64()
  /// The number of pending bytes that the hash covers.
  private var hashed = 0
  private var lastSeq: Int64 = 0

  /// Starts a trace with its header.
  public init(_ header: TraceHeader<Machine>, namesParties: Bool) {
    self.namesParties = namesParties
    json.object { header.describe(in: &$0) }
    json.sink.put(UInt8(ascii: "\n"))
    json.sink.escapeInvisible(from: 0)
  }

  /// Starts a trace with a first line that is written already, without the CR that a transfer may
  /// have left at its end.
  public init(headerLine: [UInt8], namesParties: Bool) {
    self.namesParties = namesParties
    let end = headerLine.count - (headerLine.last == 0x0D ? 1 : 0)
    headerLine[..<end].withUnsafeBufferPointer { json.sink.put($0) }
    json.sink.put(UInt8(ascii: "\n"))
    json.sink.escapeInvisible(from: 0)
  }

  /// The number of bytes that wait to be taken.
  public var pending: Int { json.sink.count }

  /// Writes one record as it stands: its sequence number is not checked. An effect names no cause
  /// where it is not known what ordered it.
  public mutating func append(
    _ record: consuming LogRecord<Machine.Event, Machine.Effect>, namesCause: Bool = true
  ) {
    let start = json.sink.count
    lastSeq = record.seq
    json.sink.put("{\"seq\":")
    json.sink.put(integer: record.seq)
    json.sink.put(",\"at\":")
    json.sink.put(integer: record.at.milliseconds)
    if namesParties {
      json.sink.put(",\"party\":")
      json.sink.put(string: record.party)
    }
    switch record {
    case .event(let event):
      json.line(event.event, kind: ",\"event\":\"", cause: event.cause)
    case .effect(let effect):
      // No record has the number 0: nothing that could have ordered the effect is in the trace.
      let cause = namesCause && effect.cause != 0 ? effect.cause : nil
      json.line(effect.effect, kind: ",\"effect\":\"", cause: cause)
    case .state(_, _, _, let hash):
      json.sink.put(",\"state\":")
      json.sink.put(string: XXH64.text(hash))
    case .note(_, _, _, let text):
      json.sink.put(",\"note\":")
      json.sink.put(string: text)
    case .snapshot(_, _, _, let text):
      json.sink.put(",\"snapshot\":")
      json.sink.put(json: text)
    }
    json.sink.put("}\n")
    json.sink.escapeInvisible(from: start)
  }

  /// Writes the end line, after which nothing may follow.
  public mutating func finish() {
    hashPending()
    json.sink.put("{\"end\":")
    json.sink.put(integer: lastSeq)
    json.sink.put(",\"hash\":")
    json.sink.put(string: hash.text)
    json.sink.put("}\n")
  }

  /// Hands over the bytes written since the last time.
  public mutating func take() -> [UInt8] {
    hashPending()
    defer {
      json.sink.removeAll()
      hashed = 0
    }
    return json.sink.bytes
  }

  private mutating func hashPending() {
    json.sink.withBytes { hash.add(UnsafeBufferPointer(rebasing: $0[hashed...])) }
    hashed = pending
  }
}

extension TraceHeader {
  /// Writes the members of the first line.
  public func describe(in json: inout JSONWriter) {
    json.field("pushtrace", TraceHeader.format)
    json.field("sdk", sdk)
    json.field("engine", engine)
    json.field("profile", profile)
    json.field("readings", readings)
    json.field("config", config)
    json.field("origin", origin)
    json.field("started", started)
    json.field("history", hasUnknownHistory ? EarlierHistory.unknown : nil)
  }
}
