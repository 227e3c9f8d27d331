import Diagnostics
import EventSourcing
import JSON
import Simulation
import Traces

extension Engine {
  /// Prepares to fold the records of a trace; `override` changes the header's readings and those of
  /// every `readings_set`.
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
    var maker = ValueMaker()
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

  /// All that the machine remembers, as a tree; `nil` where it does not describe its state.
  var hiddenState: Value? { snapshot == nil ? nil : StoredState<S.Machine>(state: state).value }

  static var hiddenSchema: Schema { StoredState<S.Machine>.schema }

  /// Goes on with another state.
  ///
  /// - Returns: Whether the machine can have it.
  mutating func assume(_ hidden: Value) -> Bool {
    let sample = StoredState<S.Machine>.sample
    let read = hidden.read { (reader) throws(JSONError) in try sample.described(by: &reader) }
    guard S.Machine.describesState, let read else { return false }
    assume(read.state)
    return true
  }
}

extension EngineSnapshot {
  package var json: String { String(decoding: canonicalJSON(of: self), as: UTF8.self) }
}

extension TraceReader {
  package mutating func snapshot<S: System>(
    _ line: TraceLine, of system: S.Type
  ) throws(Diagnostic) -> EngineSnapshot<Machine> where S.Machine == Machine {
    guard Machine.describesState else { throw refusal("\(S.name) does not describe its state") }
    let read = try snapshot(line, like: EngineSnapshot<Machine>.sample)
    guard read.isOfARun(backends: S.backends) else {
      throw refusal("its parties are not those of a run")
    }
    return read
  }

  /// Reads whatever `line` records; a snapshot is refused where it holds no state of the machine.
  mutating func checkedRecord<S: System>(
    _ line: TraceLine, of system: S.Type
  ) throws(Diagnostic) -> LogRecord<Machine.Event, Machine.Effect>?
  where S.Machine == Machine {
    if line.kind == .snapshot { _ = try snapshot(line, of: system) }
    return try record(line)
  }
}

extension TraceReader {
  /// Opens a trace of a system.
  public init<S: System>(
    _ input: ReplayInput, of system: S.Type, lenient: Bool = false
  ) throws(Diagnostic) where S.Machine == Machine {
    try self.init(
      file: input.file, defaults: .of(S.self), lenient: lenient, source: input.open())
  }
}

/// Gives the profile and readings that hold in place of those that a header or an event sets.
public typealias ReadingsChange =
  @Sendable (_ profile: String, _ readings: Value) -> (profile: String, readings: Value)

extension Engine {
  /// Applies a change to what each event of the harness sets.
  package static func override(_ change: ReadingsChange?) -> Override? {
    guard let change else { return nil }
    return { event in
      let set = event.value
      let new = change(set["profile"]?.text ?? "", set["readings"] ?? .fields([]))
      let readings = S.Machine.Readings(of: new.readings)
      return readings.flatMap { S.readingsSet(profile: new.profile, $0) } ?? event
    }
  }
}

extension TraceHeader {
  /// Changes what holds before record 1.
  package mutating func change(by change: ReadingsChange) {
    let new = change(profile, readings.value)
    profile = new.profile
    readings = Machine.Readings(of: new.readings) ?? readings
  }
}

extension TraceDefaults {
  /// Gathers the defaults of a system, which readers of its traces need.
  public static func of<S: System>(
    _ system: S.Type
  ) -> TraceDefaults where S.Machine == Machine {
    TraceDefaults(
      sdk: S.name, profiles: S.profiles.map { ($0.name, $0.readings) }, config: S.defaultConfig)
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
