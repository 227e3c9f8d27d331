import Diagnostics
import EventSourcing
import Rules
import Simulation
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

  private var state = S.Machine.initial
  private var effects = Effects<S.Machine.Effect>()
  private var timers: [(party: String, name: String, due: Instant, event: S.Machine.Event)] = []
  private var launched: Set<String> = []
  /// The records of `log` by the sequence numbers of the recording.
  private var places: [Int64: Int64] = [:]
  private let readings: (profile: String, readings: S.Machine.Readings)
  /// Whether the readings hold in place of those that the recording sets on its way.
  private let overrides: Bool

  init(
    _ scenario: Scenario<S>, _ recording: Recording<S.Machine>,
    under readings: (profile: String, readings: S.Machine.Readings), overrides: Bool
  ) {
    self.overrides = overrides
    self.scenario = scenario
    self.recording = recording
    self.readings = readings
    end = recording.trace.header.started
  }

  /// Folds the recording up to its end or to `to`, then looks at the end.
  mutating func run() {
    if let event = S.readingsSet(profile: readings.profile, readings.readings) {
      let record = RecordedEvent(seq: 0, at: end, event: event)
      S.Machine.reduce(&state, record, into: &effects)
    }
    let records = recording.trace.records.filter { $0.seq <= recording.to ?? .max }
    let comparesEffects =
      recording.comparesEffects && records.contains { if case .effect = $0 { true } else { false } }
    for (index, record) in records.enumerated() {
      if record.seq == recording.from ?? 1 { first = log.nextSeq }
      end = max(end, record.at)
      switch record {
      case .event(let event):
        let ordered = fold(event)
        guard comparesEffects, event.seq >= recording.from ?? 1, failures.isEmpty else { continue }
        compare(ordered, after: event, with: recorded(from: index + 1, in: records))
      case .note(_, let at, let party, let text): log.append(note: text, at: at, party: party)
      case .effect, .state: continue
      }
    }
    judgeEnd()
  }

  /// Adds what was found beside the run, such as broken rules.
  mutating func add(_ found: [Failure]) { failures += found }

  private mutating func judgeEnd() {
    let judge = Judge(scenario, log: log, state: state, from: first)
    var lookout = Lookout<S>(
      zero: scenario.given.clock, devices: scenario.given.devices.map(\.name))
    failures += judge.timelines(lookout.new(in: log))
    let armed = timers
    failures += judge.finally(at: end) { party in
      armed.filter { $0.party == party }.map { ($0.name, $0.due) }
    }
  }

  private mutating func fold(_ recorded: RecordedEvent<S.Machine.Event>) -> [S.Machine.Effect] {
    let role = S.role(of: recorded.event)
    var event = recorded.event
    if role == .harness, overrides,
      let chosen = S.readingsSet(profile: readings.profile, readings.readings)
    {
      event = chosen
    }
    if role == .processStart {
      event = S.complete(
        event, device: S.standardDevice(named: recorded.party),
        config: recording.trace.header.config, first: launched.insert(recorded.party).inserted)
    }
    if role == .processStart || role == .processEnd {
      timers.removeAll { $0.party == recorded.party }
    }
    timers.removeAll { $0.party == recorded.party && $0.event == recorded.event }
    let record = log.append(
      event: event, at: recorded.at, party: recorded.party,
      cause: recorded.cause.flatMap { places[$0] })
    places[recorded.seq] = record.seq
    effects.removeAll()
    S.Machine.reduce(&state, record, into: &effects)
    for (index, effect) in effects.ordered.enumerated() {
      let seq = log.append(
        effect: effect, at: record.at, party: record.party, cause: record.seq)
      // The file's numbers may be any; those of a sound trace never come near the limit.
      places[recorded.seq &+ Int64(index) &+ 1] = seq
      arm(effect, by: record.party)
    }
    return effects.ordered
  }

  private mutating func arm(_ effect: S.Machine.Effect, by party: String) {
    switch S.outcome(of: effect, by: party, in: state) {
    case .wake(let timer, let due, let event):
      timers.removeAll { $0.party == party && $0.name == timer }
      timers.append((party, timer, due, event))
    case .cancel(let timer):
      timers.removeAll { $0.party == party && $0.name == timer }
    case .internal, .external, .request, .message:
      break
    }
  }

  // MARK: - Comparison

  private func recorded(
    from index: Int, in records: [LogRecord<S.Machine.Event, S.Machine.Effect>]
  ) -> [RecordedEffect<S.Machine.Effect>] {
    var found: [RecordedEffect<S.Machine.Effect>] = []
    for record in records[index...] {
      switch record {
      case .effect(let effect): found.append(effect)
      case .event: return found
      case .state, .note: continue
      }
    }
    return found
  }

  private mutating func compare(
    _ ordered: [S.Machine.Effect], after event: RecordedEvent<S.Machine.Event>,
    with recorded: [RecordedEffect<S.Machine.Effect>]
  ) {
    for index in 0..<max(ordered.count, recorded.count) {
      let wanted = index < recorded.count ? recorded[index] : nil
      let came = index < ordered.count ? ordered[index] : nil
      if wanted?.effect == came { continue }
      failures.append(.drift(drift(wanted, came, event)))
      return
    }
  }

  private func drift(
    _ wanted: RecordedEffect<S.Machine.Effect>?, _ came: S.Machine.Effect?,
    _ event: RecordedEvent<S.Machine.Event>
  ) -> Diagnostic {
    let zero = scenario.given.clock
    func shown(_ effect: S.Machine.Effect?) -> String {
      effect.map { "\($0.name): \(yaml($0.value, from: zero))" } ?? "nothing"
    }
    return Diagnostic(
      .recordingDiffers,
      "the machine answers record \(event.seq) of the recording differently",
      at: recording.file.place, proposal: "from here on at \((event.at - zero).text)",
      notes: [
        "− recorded: \(shown(wanted?.effect))\n+ ordered:  \(shown(came))",
        "after \(event.event.name), record \(event.seq) of \(recording.path)",
        "more: pushtrace replay \(recording.path)",
      ])
  }
}
