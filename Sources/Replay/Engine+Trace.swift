import Diagnostics
import EventSourcing
import JSON
import Simulation
import Traces

extension Engine {
  /// Prepares to fold the records of a trace; `override` holds instead of the header's readings and
  /// of every `readings_set`.
  public init(_ header: TraceHeader<S.Machine>, override: Override? = nil) {
    self.init(
      at: header.started, profile: header.profile, readings: header.readings,
      config: header.config, override: override)
  }

  /// The hash that a `state` record of `party` holds at `now`.
  public func hash(of party: String, at now: Instant) -> UInt64 {
    viewHash(showing: { visitor in S.view(of: party, in: state, at: now, &visitor) })
  }

  /// The view of `party` as a tree.
  public func view(of party: String, at now: Instant) -> Value {
    var maker = ViewMaker()
    S.view(of: party, in: state, at: now, &maker)
    return .fields(maker.fields)
  }

  /// Goes on from the snapshot of `line`, where it is one and no event was folded before; those
  /// that come later are what the fold gives.
  package mutating func begin(
    at line: TraceLine, _ reader: inout TraceReader<S.Machine>
  ) throws(Diagnostic) {
    guard line.kind == .snapshot, parties.isEmpty else { return }
    restore(try reader.snapshot(line, of: S.self), at: line.at)
  }

  /// The record of all that is remembered; `nil` where the machine does not describe its state.
  package func snapshotRecord(
    seq: Int64, at: Instant, party: String
  ) -> LogRecord<S.Machine.Event, S.Machine.Effect>? {
    snapshot.map { .snapshot(seq: seq, at: at, party: party, json: $0.json) }
  }

  /// A record that holds something of the machine's state, as the machine gives it now; any other
  /// as it is.
  package func renewed(
    _ record: LogRecord<S.Machine.Event, S.Machine.Effect>
  ) -> LogRecord<S.Machine.Event, S.Machine.Effect> {
    switch record {
    case .state(let seq, let at, let party, _):
      .state(seq: seq, at: at, party: party, hash: hash(of: party, at: at))
    case .snapshot(let seq, let at, let party, _):
      snapshotRecord(seq: seq, at: at, party: party) ?? record
    case .event, .effect, .note: record
    }
  }
}

extension EngineSnapshot {
  package var json: String { String(decoding: canonicalJSON(of: self), as: UTF8.self) }
}

extension TraceReader {
  package mutating func snapshot<S: System>(
    _ line: TraceLine, of system: S.Type
  ) throws(Diagnostic) -> EngineSnapshot<S> where S.Machine == Machine {
    guard Machine.describesState else { throw refusal("\(S.name) does not describe its state") }
    let read = try snapshot(line, like: EngineSnapshot<S>.sample)
    guard read.isOfARun else { throw refusal("its parties are not those of a run") }
    return read
  }
}

extension Diagnostic {
  /// The refusal of a trace that begins with a snapshot, where all that led to it is needed.
  package static func notFromTheStart(_ line: TraceLine, file: String) -> Diagnostic {
    Diagnostic(
      .notFromTheStart, "the trace begins with a snapshot, and the events before it are needed",
      at: Place(file: file, line: line.number, column: 1))
  }
}
