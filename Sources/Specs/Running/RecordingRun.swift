import Diagnostics
import EventSourcing
import Replay
import Rules
import Simulation
import SpecFormat
import Traces

/// Folds the events of a recorded trace and gathers what is not as the scenario says.
struct RecordingRun<S: System> {
  let scenario: Scenario<S>
  let recording: Recording<S.Machine>
  /// The events of the recording with the effects that the machine orders.
  private(set) var log = EventLog<S.Machine.Event, S.Machine.Effect>()
  private(set) var failures: [Failure] = []
  /// The first record of `log` that is judged.
  private(set) var first: Int64 = 1
  private(set) var end: Instant

  private var engine: Engine<S>
  /// The records of `log` by the sequence numbers of the recording.
  private var places: [Int64: Int64] = [:]
  private let override: (profile: String, readings: S.Machine.Readings)?
  /// How the command was called, for hints.
  private let command: String

  init(
    _ scenario: Scenario<S>, _ recording: Recording<S.Machine>, _ settings: RunSettings<S>
  ) {
    let override = settings.override(of: scenario.given)
    command = settings.command
    self.scenario = scenario
    self.recording = recording
    self.override = override
    engine = Engine(recording.header, override: override)
    end = recording.header.started
  }

  /// Folds the recording up to its end or to `to`, then looks at the end.
  mutating func run() {
    do throws(Diagnostic) {
      try foldAll()
    } catch {
      failures.append(.drift(error))
    }
    if recording.isCompared { compare() }
    judgeEnd()
  }

  private mutating func foldAll() throws(Diagnostic) {
    var reader = try TraceReader<S.Machine>(
      file: recording.path, defaults: .of(S.self), source: recording.open())
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

  /// Where `record` stands in the log, or will stand: an effect was added with its event.
  private func place(of record: LogRecord<S.Machine.Event, S.Machine.Effect>) -> Int64 {
    guard case .effect = record else { return log.nextSeq }
    return places[record.seq] ?? log.nextSeq
  }

  /// Adds what was found beside the run, such as broken rules.
  mutating func add(_ found: [Failure]) { failures += found }

  private mutating func judgeEnd() {
    let judge = Judge(scenario, log: log, state: engine.state, from: first)
    var observed = ObservedEffects<S>(zero: scenario.given.clock)
    failures += judge.timelines(observed.new(in: log))
    failures += judge.finally(at: end) { party in
      engine.place(of: party).map { engine.parties[$0].timers.map { ($0.name, $0.due) } } ?? []
    }
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
  private mutating func compare() {
    var options = ReplayOptions<S>()
    options.override = override
    options.compareFrom = recording.from
    options.stopAfter = recording.to
    do throws(Diagnostic) {
      let input = ReplayInput(file: recording.path, open: recording.open)
      let outcome = try replay(input, as: S.self, options)
      if let drift = outcome.drift { failures.append(.drift(finding(drift))) }
    } catch {
      failures.append(.drift(error))
    }
  }

  private func finding(_ drift: Drift) -> Diagnostic {
    let zero = scenario.given.clock
    let explained = drift.diagnostic(from: zero)
    return Diagnostic(
      .recordingDiffers, explained.message, at: recording.file.place,
      proposal: "from here on at \((drift.at - zero).text)",
      notes: explained.notes + ["more: \(command) replay \(recording.path)"])
  }
}
