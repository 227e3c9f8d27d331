import EventSourcing
import Replay
import Simulation
import Traces

/// The trace that is recorded where a trace is changed.
package struct ChangedTrace {
  /// Its lines.
  package internal(set) var bytes: [UInt8] = []
  /// For each of its events the row of the recorded one that it is, changed or not; -1 for the
  /// others.
  package internal(set) var rows: [Int32] = []
}

/// Writes a trace beside the one that is read.
struct ChangedTraceRecorder<S: System> {
  private typealias Entry = LogRecord<S.Machine.Event, S.Machine.Effect>

  private(set) var finished = ChangedTrace()
  /// The place of the record that was read last among those of the recorded trace.
  var recordedRow: Int32 = -1

  private var writer: TraceWriter<S.Machine>
  private var lastSeq: Int64 = 0
  /// The new numbers of records that led to events, by their old ones.
  private var numbers: [Int64: Int64] = [:]
  /// The new numbers of the effects that the last event orders in the recorded trace, in order;
  /// `nil` for those that it orders no more.
  private var effects: ArraySlice<Int64?> = []

  init(_ header: TraceHeader<S.Machine>, namesParties: Bool) {
    var header = header
    if !header.engine.isEmpty { header.engine = engineVersion }
    writer = TraceWriter(header, namesParties: namesParties)
  }

  /// Writes an event of the recorded trace with what it orders now, in place of `old`.
  mutating func add(
    _ event: RecordedEvent<S.Machine.Event>, for recorded: RecordedEvent<S.Machine.Event>,
    ordering new: [S.Machine.Effect], in old: [S.Machine.Effect]
  ) {
    var event = event
    event.cause = recorded.cause.flatMap { numbers[$0] }
    numbers[recorded.seq] = lastSeq + 1
    let first = lastSeq + 2
    add(event, row: recordedRow, ordering: new)
    let pairs = EffectPairs(recorded: old, ordered: new)
    effects = pairs.partners.map { $0.map { first + Int64($0) } }[...]
  }

  /// Leaves an event of the recorded trace out.
  mutating func skip(_ event: RecordedEvent<S.Machine.Event>) { effects = [] }

  /// Passes over an effect of the recorded trace, by whose number its answer names it.
  mutating func pass(_ seq: Int64) {
    if let number = effects.popFirst() ?? nil { numbers[seq] = number }
  }

  /// Writes an event that the recorded trace does not have.
  mutating func add(
    _ event: RecordedEvent<S.Machine.Event>, ordering new: [S.Machine.Effect]
  ) {
    add(event, row: -1, ordering: new)
  }

  /// Writes a remark or what the state is now; effects are written with their events.
  mutating func add(
    _ record: LogRecord<S.Machine.Event, S.Machine.Effect>, in engine: Engine<S>
  ) {
    switch record {
    case .event, .effect: break
    case .note(_, let at, let party, let text):
      write(.note(seq: number(), at: at, party: party, text: text))
    case .state(_, let at, let party, _):
      let hash = engine.hash(of: party, at: at)
      write(.state(seq: number(), at: at, party: party, hash: hash))
    case .snapshot(_, let at, let party, let json):
      let json = engine.snapshot?.json ?? json
      write(.snapshot(seq: number(), at: at, party: party, json: json))
    }
  }

  mutating func finish() {
    writer.finish()
    finished.bytes += writer.take()
  }

  private mutating func add(
    _ event: RecordedEvent<S.Machine.Event>, row: Int32, ordering new: [S.Machine.Effect]
  ) {
    var event = event
    event.seq = number()
    write(.event(event), row: row)
    for effect in new {
      let record = RecordedEffect(
        seq: number(), at: event.at, party: event.party, cause: event.seq, effect: effect)
      write(.effect(record))
    }
  }

  private mutating func number() -> Int64 {
    lastSeq += 1
    return lastSeq
  }

  private mutating func write(_ record: consuming Entry, row: Int32 = -1) {
    finished.rows.append(row)
    writer.append(record)
    if writer.pending >= 1 << 16 { finished.bytes += writer.take() }
  }
}
