import EventSourcing
import Replay
import Simulation
import Traces

/// The trace that is written with the changes.
package struct ChangedTrace {
  /// Its lines.
  package internal(set) var bytes: [UInt8] = []
  /// For each of its events the row of the original event, changed or not; -1 for new ones.
  package internal(set) var rows: [Int32] = []
}

/// Writes the changed trace while the original is read.
struct ChangedTraceRecorder<S: System> {
  private typealias Entry = LogRecord<S.Machine.Event, S.Machine.Effect>

  private(set) var finished = ChangedTrace()
  /// The row of the last record read from the original trace.
  var recordedRow: Int32 = -1

  private var writer: TraceWriter<S.Machine>
  private var lastSeq: Int64 = 0
  private var lastEvent: Int64 = 0
  /// The new numbers of records that caused events, by their old numbers.
  private var numbers: [Int64: Int64] = [:]
  /// The new numbers of the effects that the last event has in the original trace, in order; `nil`
  /// for those that are gone.
  private var effects: ArraySlice<Int64?> = []

  init(_ header: TraceHeader<S.Machine>, namesParties: Bool) {
    var header = header
    if !header.engine.isEmpty { header.engine = engineVersion }
    writer = TraceWriter(header, namesParties: namesParties)
  }

  /// Writes an event of the original trace with its new effects, in place of `old`.
  mutating func add(
    _ event: RecordedEvent<S.Machine.Event>, for recorded: RecordedEvent<S.Machine.Event>,
    ordering new: [S.Machine.Effect], in old: [S.Machine.Effect]
  ) {
    var event = event
    event.cause = recorded.cause.flatMap { numbers[$0] }
    add(event, row: recordedRow, ordering: new)
    numbers[recorded.seq] = lastEvent
    let pairs = EffectPairs(recorded: old, ordered: new)
    effects = pairs.partners.map { $0.map { number(ofEffect: $0.place) } }[...]
  }

  /// The number of an effect of the event written last.
  func number(ofEffect index: Int) -> Int64 { lastEvent + 1 + Int64(index) }

  /// Makes events that follow from the record `seq` of the original trace name `number` as their
  /// cause.
  mutating func renumber(_ seq: Int64, as number: Int64) { numbers[seq] = number }

  /// Leaves out an event of the original trace.
  mutating func skip(_ event: RecordedEvent<S.Machine.Event>) { effects = [] }

  /// Skips an effect of the original trace, remembering its number for the answer that refers to
  /// it.
  mutating func pass(_ seq: Int64) {
    if let number = effects.popFirst() ?? nil { numbers[seq] = number }
  }

  /// Writes an event that the original trace does not have.
  mutating func add(
    _ event: RecordedEvent<S.Machine.Event>, ordering new: [S.Machine.Effect]
  ) {
    add(event, row: -1, ordering: new)
  }

  /// Writes a note or the hash of the new state; effects are written with their events.
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
    lastEvent = event.seq
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
