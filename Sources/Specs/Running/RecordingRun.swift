import Diagnostics
import EventSourcing
import Replay
import Rules
import Simulation
import SpecFormat
import Traces

/// Folds the events of a recorded trace and gathers what is not as the scenario says.
struct RecordingRun<S: System> {
  private let scenario: Scenario
  private let recording: Recording
  /// The events of the recording with the effects that the machine orders.
  private(set) var log = EventLog<S.Machine.Event, S.Machine.Effect>()
  /// The first record of `log` that is judged.
  private(set) var first: Int64 = 1
  private var end: Instant

  private var engine: Engine<S>
  /// The records of `log` by the sequence numbers of the recording.
  private var places: [Int64: Int64] = [:]
  private let override: ReadingsChange?

  /// Prepares to fold a recording, which has its own header in place of `header`.
  init(
    _ scenario: Scenario, _ recording: Recording, _ header: TraceHeader<S.Machine>,
    override: ReadingsChange?
  ) {
    self.scenario = scenario
    self.recording = recording
    self.override = override
    engine = Engine(header, override: Engine<S>.override(override))
    end = header.started
  }

  /// Folds the recording up to its end or to `to`, then looks at the end; hints call the command
  /// `command`.
  mutating func perform(command: String) -> Judge {
    var found: [Failure] = []
    do throws(Diagnostic) {
      try foldAll()
    } catch {
      found.append(.explained(error))
    }
    if recording.isCompared { found += comparison(command) }
    let (log, engine) = (log, engine)
    let view = RunView(S.self, log: { log }, state: { engine.state }) { party in
      engine.process(of: party)?.timers ?? []
    }
    let judge = Judge(scenario, at: view, from: first)
    judge.failures += found
    judge.end = end
    var observed = ObservedEffects(from: scenario.given.clock)
    judge.judgeEnd(observed.new(in: log), pending: false)
    return judge
  }

  private mutating func foldAll() throws(Diagnostic) {
    var reader = try TraceReader(recording: recording.path, recording.open, of: S.self)
    engine = Engine(reader.header, override: Engine<S>.override(override))
    while let line = try reader.next(), line.seq <= recording.to ?? .max {
      try engine.begin(at: line, &reader)
      guard let record = try reader.record(line) else { continue }
      if record.seq == recording.from ?? 1 { first = place(of: record) }
      end = max(end, record.at)
      switch record {
      case .event(let event): fold(event)
      case .note(_, let at, let party, let text): log.append(note: text, at: at, party: party)
      case .effect, .state, .snapshot: continue
      }
    }
  }

  /// The place of `record` in the log, or the one that it will have: an effect was added with its
  /// event.
  private func place(of record: LogRecord<S.Machine.Event, S.Machine.Effect>) -> Int64 {
    guard case .effect = record else { return log.nextSeq }
    return places[record.seq] ?? log.nextSeq
  }

  private mutating func fold(_ recorded: RecordedEvent<S.Machine.Event>) {
    let seen = engine.fold(recorded) ?? recorded.event
    let record = log.append(
      event: seen, at: recorded.at, party: recorded.party,
      cause: recorded.cause.flatMap { places[$0] })
    places[recorded.seq] = record.seq
    for (index, effect) in engine.effects.ordered.enumerated() {
      let seq = log.append(
        effect: effect, at: record.at, party: record.party, cause: record.seq)
      // The file's numbers may be any; those of a sound trace never come near the limit.
      places[recorded.seq &+ Int64(index) &+ 1] = seq
    }
  }

  // MARK: - Comparison

  /// Holds the recording against the machine as replay does.
  private func comparison(_ command: String) -> [Failure] {
    var options = ReplayOptions()
    options.override = override
    options.compareFrom = recording.from
    options.stopAfter = recording.to
    do throws(Diagnostic) {
      let input = ReplayInput(file: recording.path, open: recording.open)
      let outcome = try AnySystem(S.self).replay(input, options)
      return outcome.drift.map { [.explained(finding($0, command))] } ?? []
    } catch {
      return [.explained(error)]
    }
  }

  private func finding(_ drift: Drift, _ command: String) -> Diagnostic {
    let zero = scenario.given.clock
    let explained = drift.diagnostic(from: zero)
    return Diagnostic(
      .recordingDiffers, explained.message, at: recording.file.place,
      proposal: "from here on at \((drift.at - zero).text)",
      notes: explained.notes + ["more: \(command) replay \(recording.path)"])
  }
}

// MARK: - The view of a run

extension RunView {
  init<S: System>(
    _ system: S.Type, log: @escaping () -> EventLog<S.Machine.Event, S.Machine.Effect>,
    state: @escaping () -> S.Machine.State,
    timers: @escaping (String) -> [ArmedTimer<S.Machine.Event>]
  ) {
    fields = { log()[$0]?.fields($1) }
    self.state = { party, instant, selection in
      var maker = ValueMaker(selection, details: false)
      S.view(of: party, in: state(), at: instant, &maker)
      return .fields(maker.fields)
    }
    backend = { selection in
      var maker = ValueMaker(selection, details: false)
      S.backendView(in: state(), &maker)
      return .fields(maker.fields)
    }
    self.timers = { timers($0).map { PendingTimer(name: $0.name, due: $0.due) } }
    instant = { trigger, first, zero in
      let awaited = AwaitedRecord(trigger, since: zero, after: first - 1)
      return awaited.isFound(in: log()) ? awaited.found?.at : nil
    }
    instants = { name, first, zero in
      log().records.filter {
        $0.seq >= first && $0.at >= zero && $0.name?.description == name
      }.map(\.at)
    }
  }
}

extension Trace {
  /// Returns the trace with the hash of each device's state behind its last record: the states that
  /// the log alone gives, as replay will fold it.
  func withFinalStates<S: System>(of system: S.Type) -> Trace where Machine == S.Machine {
    guard let last = records.last else { return self }
    var engine = Engine<S>(header)
    for case .event(let record) in records { engine.fold(record) }
    return withStates(of: S.self, in: engine.state, at: last.at)
  }

  /// Returns the trace with the hash of each device's state at `instant`, which becomes its end.
  func withStates<S: System>(
    of system: S.Type, in state: S.Machine.State, at instant: Instant
  ) -> Trace where Machine == S.Machine {
    var result = self
    for party in records.map(\.party).eachOnce() where !S.backends.contains(party) {
      result.records.append(
        .state(
          seq: Int64(result.records.count) + 1, at: instant, party: party,
          hash: viewHash { S.view(of: party, in: state, at: instant, &$0) }))
    }
    return result
  }
}
