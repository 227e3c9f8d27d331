import EventSourcing
import JSON

/// Writes a trace line by line; its owner takes the bytes whenever it likes.
///
/// Memory does not grow with the trace as long as the bytes are taken.
public struct TraceWriter<Machine: Reducer>: Sendable {
  /// Whether lines name their party, which they need not in a run with a sole device.
  public let namesParties: Bool
  private var walk = JSONWriter(into: JSONBuffer())
  private var hash = XXH64()
  /// How many of the pending bytes the hash covers.
  private var hashed = 0
  private var lastSeq: Int64 = 0

  /// Starts a trace with its header.
  public init(_ header: TraceHeader<Machine>, namesParties: Bool) {
    self.namesParties = namesParties
    write(header)
  }

  /// How many bytes wait to be taken.
  public var pending: Int { walk.sink.count }

  /// Writes one record as it stands: its sequence number is not checked.
  public mutating func append(_ record: LogRecord<Machine.Event, Machine.Effect>) {
    lastSeq = record.seq
    walk.sink.put("{\"seq\":")
    walk.sink.put(integer: record.seq)
    walk.sink.put(",\"at\":")
    walk.sink.put(integer: record.at.milliseconds)
    if namesParties {
      walk.sink.put(",\"party\":")
      walk.sink.put(string: record.party)
    }
    switch record {
    case .event(let event):
      walk.line(event.event, kind: ",\"event\":\"", cause: event.cause)
    case .effect(let effect):
      walk.line(effect.effect, kind: ",\"effect\":\"", cause: effect.cause)
    case .state(_, _, _, let hash):
      walk.sink.put(",\"state\":")
      walk.sink.put(string: XXH64.text(hash))
    case .note(_, _, _, let text):
      walk.sink.put(",\"note\":")
      walk.sink.put(string: text)
    }
    walk.sink.put("}\n")
  }

  /// Writes the end line, after which nothing may follow.
  public mutating func finish() {
    hashPending()
    walk.sink.put("{\"end\":")
    walk.sink.put(integer: lastSeq)
    walk.sink.put(",\"hash\":")
    walk.sink.put(string: hash.text)
    walk.sink.put("}\n")
  }

  /// Hands over the bytes written since the last time.
  public mutating func take() -> [UInt8] {
    hashPending()
    defer {
      walk.sink.removeAll()
      hashed = 0
    }
    return walk.sink.bytes
  }

  private mutating func hashPending() {
    walk.sink.withBytes { hash.add(UnsafeBufferPointer(rebasing: $0[hashed...])) }
    hashed = pending
  }

  private mutating func write(_ header: TraceHeader<Machine>) {
    walk.object { walk in
      _ = walk.required("pushtrace", TraceHeader<Machine>.format, "")
      _ = walk.required("sdk", header.sdk, "")
      _ = walk.required("engine", header.engine, "")
      _ = walk.required("profile", header.profile, "")
      _ = walk.required("readings", header.readings, "")
      _ = walk.required("config", header.config, "")
      _ = walk.optional("origin", header.origin, "")
      _ = walk.required("started", header.started, "")
    }
    walk.sink.put(UInt8(ascii: "\n"))
  }
}
