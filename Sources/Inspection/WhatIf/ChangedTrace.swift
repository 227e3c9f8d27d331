import EventSourcing
import Replay
import Traces

package struct ChangedTrace {
  package internal(set) var bytes: [UInt8] = []
  /// The row of the original event for each of its events, changed or not; -1 for new ones.
  package internal(set) var rows: [Int32] = []
}

struct ChangedTraceRecorder<Machine: Reducer> {
  private(set) var finished = ChangedTrace()
  /// The row of the last record read from the original trace.
  var recordedRow: Int32 = -1

  private var trace: RewrittenTrace<Machine>
  /// The new numbers of the effects that the last event has in the original trace, in order; `nil`
  /// for those that are gone.
  private var effects: ArraySlice<Int64?> = []

  init(_ header: TraceHeader<Machine>, namesParties: Bool) {
    var header = header
    if !header.engine.isEmpty { header.engine = engineVersion }
    trace = RewrittenTrace(header, namesParties: namesParties)
  }

  /// Writes an event of the original trace with its new effects; `pairs` has those of the original.
  mutating func add(
    _ event: RecordedEvent<Machine.Event>, for recorded: RecordedEvent<Machine.Event>,
    ordering new: [Machine.Effect], _ pairs: EffectPairs
  ) {
    let cause = recorded.cause.flatMap { trace.number(of: $0) }
    add(event, cause: cause, row: recordedRow, ordering: new)
    trace.replace(recorded.seq, by: trace.lastEvent)
    effects = pairs.partners.map { $0.map { number(ofEffect: $0.place) } }[...]
  }

  func number(ofEffect index: Int) -> Int64 { trace.lastEvent + 1 + Int64(index) }

  /// Makes events that follow from the record `seq` of the original trace name `number` as their
  /// cause.
  mutating func renumber(_ seq: Int64, as number: Int64) { trace.replace(seq, by: number) }

  /// Skips an event of the original trace with its effects.
  mutating func skip() { effects = [] }

  /// Passes over an effect of the original trace, which is written with its event, and remembers
  /// its new number for the answer to it.
  mutating func pass(_ seq: Int64) {
    if let number = effects.popFirst() ?? nil { trace.replace(seq, by: number) }
  }

  /// Writes a note, or what holds something of the new state.
  mutating func add(_ record: LogRecord<Machine.Event, Machine.Effect>) {
    trace.add(record)
    goOn()
  }

  mutating func finish() {
    trace.seal()
    finished.bytes += trace.take()
  }

  /// Writes an event with its effects; one of the original trace with its row there.
  mutating func add(
    _ event: RecordedEvent<Machine.Event>, cause: Int64?, row: Int32 = -1,
    ordering new: [Machine.Effect]
  ) {
    trace.add(event, cause: cause, ordering: new)
    finished.rows.append(row)
    goOn()
  }

  /// Goes on behind records that have no row in the original trace.
  private mutating func goOn() {
    while finished.rows.count < Int(trace.count) { finished.rows.append(-1) }
    if trace.pending >= 1 << 16 { finished.bytes += trace.take() }
  }
}
