import Diagnostics
import EventSourcing
import Simulation
import Traces

/// What became of a trace that was given snapshots.
public struct AddedSnapshots: Equatable, Sendable {
  /// How many were written.
  public internal(set) var added = 0
  /// How many the trace had before, which are left out.
  public internal(set) var removed = 0
  /// How many records there are now.
  public internal(set) var records: Int64 = 0
  /// What was wrong with the trace.
  public internal(set) var warnings: [Diagnostic] = []
}

/// Writes a trace with a snapshot after every `interval` records, or without any where that is 0;
/// `sink` takes the bytes in pieces.
///
/// Snapshots stand between what one event ordered and the next event, and hold what the fold of
/// the events gives. Numbers and causes are those of the new trace. A snapshot with which a trace
/// begins stays; a cut trace stays cut.
public func addSnapshots<S: System>(
  to input: ReplayInput, every interval: Int64, as system: S.Type,
  into sink: ([UInt8]) throws -> Void
) throws -> AddedSnapshots {
  var adder = try SnapshotAdder<S>(input, interval)
  while let bytes = try adder.next() { try sink(bytes) }
  return adder.result
}

/// One pass over a trace that writes it with snapshots.
private struct SnapshotAdder<S: System> {
  private(set) var result = AddedSnapshots()

  private let file: String
  private let interval: Int64
  private var reader: TraceReader<S.Machine>
  private var writer: TraceWriter<S.Machine>
  private var engine: Engine<S>
  private var numbers = Renumbering()
  private var isFirst = true
  private var first: Int64 = 0
  /// The number of the last record, and of the last event.
  private var last: Int64 = 0
  private var lastEvent: Int64 = 0
  private var lastSnapshot: Int64 = 0
  private var at: Instant
  private var party = soleParty
  private var hasEnded = false
  private var tornLine: [UInt8] = []

  init(_ input: ReplayInput, _ interval: Int64) throws(Diagnostic) {
    file = input.file
    self.interval = interval
    let namesParties = try hasSeveralParties(input, as: S.self)
    reader = try TraceReader(file: input.file, defaults: .of(S.self), source: input.open())
    writer = TraceWriter(reader.header, namesParties: namesParties)
    engine = Engine(reader.header)
    at = reader.header.started
    guard S.Machine.describesState else {
      throw Diagnostic(
        .wrongSnapshot, "\(S.name) does not describe its state: it has no snapshots",
        at: Place(file: input.file, line: 1, column: 1))
    }
  }

  /// The next bytes of the new trace; `nil` at its end.
  mutating func next() throws(Diagnostic) -> [UInt8]? {
    if hasEnded {
      defer { tornLine = [] }
      return tornLine.isEmpty ? nil : tornLine
    }
    while writer.pending < 1 << 16 {
      guard let line = try reader.next() else {
        finish()
        break
      }
      if line.kind == .snapshot, !engine.parties.isEmpty {
        result.removed += 1
        continue
      }
      try engine.begin(at: line, &reader)
      guard let record = try reader.record(line) else { continue }
      if isUnknown(line) { throw unknown }
      if case .event = record { addSnapshot() }
      write(record)
    }
    return writer.take()
  }

  /// Whether nothing is known of what was before a record that is not a snapshot itself.
  private func isUnknown(_ line: TraceLine) -> Bool {
    reader.header.hasUnknownHistory && engine.parties.isEmpty && line.kind == .event
  }

  private var unknown: Diagnostic {
    Diagnostic(
      .unknownHistory, "there is no state of which a snapshot could be taken",
      at: Place(file: file, line: 1, column: 1), labels: [],
      notes: ["it follows from what was before the trace, which is not known"])
  }

  private mutating func addSnapshot() {
    guard interval > 0, last - lastSnapshot >= interval, !engine.parties.isEmpty,
      let record = engine.snapshotRecord(seq: last + 1, at: at, party: party)
    else { return }
    last += 1
    lastSnapshot = last
    result.added += 1
    writer.append(record)
  }

  private mutating func write(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    if isFirst {
      (last, isFirst) = (numbers.start(at: record.seq), false)
      (first, lastSnapshot) = (last + 1, last)
    }
    let cause = record.cause.flatMap { numbers[$0] }
    last += 1
    numbers.add(old: record.seq, new: last)
    (at, party) = (record.at, record.party)
    let new = record.renumbered(last, cause: cause, after: lastEvent)
    writer.append(new)
    switch new {
    case .event(let event):
      lastEvent = last
      engine.fold(event)
    case .snapshot: lastSnapshot = last
    case .effect, .state, .note: break
    }
  }

  private mutating func finish() {
    hasEnded = true
    result.records = isFirst ? 0 : last - first + 1
    var integrity = TraceIntegrity()
    integrity.complete(from: reader)
    result.warnings = integrity.diagnostics(file: file)
    if case .cut = reader.end { tornLine = reader.tornLine } else { writer.finish() }
  }
}
