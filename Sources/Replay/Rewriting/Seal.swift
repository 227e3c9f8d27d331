import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Writes a trace anew with rising numbers and a hash that fits, and a note wherever records are
/// missing; `sink` takes the bytes in pieces. Returns what was wrong before.
///
/// A cause that no record has any more is dropped; an effect then belongs to the event before it.
@discardableResult
public func seal<S: System>(
  _ input: ReplayInput, as system: S.Type, into sink: ([UInt8]) throws -> Void
) throws -> TraceIntegrity {
  var sealer = try Sealer<S>(input)
  while let bytes = try sealer.next() { try sink(bytes) }
  return sealer.integrity
}

/// One pass over a trace that numbers its records anew.
private struct Sealer<S: System> {
  private(set) var integrity = TraceIntegrity()

  private var reader: TraceReader<S.Machine>
  private var writer: TraceWriter<S.Machine>
  private var numbers = Renumbering()
  private var hasEnded = false
  /// The number that the record read last had.
  private var lastOld: Int64 = 0
  private var last: Int64 = 0
  private var lastEvent: Int64 = 0
  private var at: Instant
  private var party = soleParty

  init(_ input: ReplayInput) throws(Diagnostic) {
    let namesParties = try hasSeveralParties(input, as: S.self)
    reader = try TraceReader(file: input.file, defaults: .of(S.self), source: input.open())
    writer = TraceWriter(reader.header, namesParties: namesParties)
    at = reader.header.started
  }

  /// The next bytes of the new trace; `nil` at its end.
  mutating func next() throws(Diagnostic) -> [UInt8]? {
    if hasEnded { return nil }
    while writer.pending < 1 << 16 {
      guard let line = try reader.next() else {
        finish()
        break
      }
      guard let record = try reader.record(line) else { continue }
      (at, party) = (record.at, record.party)
      if let missing = missingRecords(between: lastOld, and: record.seq) { note(missing) }
      lastOld = record.seq
      write(record)
    }
    return writer.take()
  }

  private mutating func finish() {
    hasEnded = true
    integrity.complete(from: reader)
    if case .cut = reader.end {
      note("the trace was cut here: it had no end line")
    } else if let end = reader.announcedEnd, end < .max,
      let missing = missingRecords(between: lastOld, and: end + 1)
    {
      note(missing)
    }
    writer.finish()
  }

  private mutating func note(_ text: String) {
    last += 1
    writer.append(.note(seq: last, at: at, party: party, text: text))
  }

  private mutating func write(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    integrity.records += 1
    let cause = record.cause.flatMap { numbers[$0] }
    last += 1
    numbers.add(old: record.seq, new: last)
    switch record {
    case .event(var event):
      event.cause = cause
      event.seq = last
      lastEvent = last
      writer.append(.event(event))
    case .effect(var effect):
      effect.cause = cause ?? lastEvent
      effect.seq = last
      writer.append(.effect(effect))
    case .state(_, let at, let party, let hash):
      writer.append(.state(seq: last, at: at, party: party, hash: hash))
    case .note(_, let at, let party, let text):
      writer.append(.note(seq: last, at: at, party: party, text: text))
    }
  }
}

/// Whether a trace has to name the parties of its records.
func hasSeveralParties<S: System>(
  _ input: ReplayInput, as system: S.Type
) throws(Diagnostic) -> Bool {
  var reader = try TraceReader<S.Machine>(
    file: input.file, defaults: .of(S.self), source: input.open())
  while let line = try reader.next() {
    if line.party != soleParty { return true }
  }
  return false
}
