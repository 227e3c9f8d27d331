import EventSourcing
import JSON
import Simulation
import Traces

/// Reads a draft for a run, as a reader of its text does.
struct DraftReader<S: System> {
  private let draft: SpecDraft

  init(_ draft: SpecDraft) { self.draft = draft }

  private var isSimulated: Bool { if case .simulated = draft.backend { true } else { false } }

  /// Makes the preparation from which the draft's run starts.
  func preparation() throws(SpecRefusal) -> Preparation<S> {
    let profile = S.profiles.first { $0.name == draft.profile ?? $0.name }
    if let name = draft.profile, profile == nil {
      throw .inexpressible("unknown profile '\(name)'")
    }
    let readings = try changed(
      profile?.readings ?? .sample, by: draft.readings, what: "the readings")
    return Preparation(
      clock: draft.clock, profile: profile?.name ?? "documents", readings: readings,
      backend: try backend(), devices: try devices(),
      history: try draft.history.map { (step) throws(SpecRefusal) in try input(step) })
  }

  /// Makes the input of a step, at its time, to its party.
  func input(_ step: SpecDraft.Step) throws(SpecRefusal) -> Input<S.Machine.Event> {
    guard let name = S.Machine.Event.Name.named(step.event),
      let event = S.Machine.Event(case: name, from: .fields(step.fields))
    else { throw .inexpressible("the fields of record \(step.seq), \(step.event)") }
    if let error = S.validationError(in: event) {
      throw .inexpressible("record \(step.seq), \(step.event): \(error)")
    }
    return Input(at: step.at, party: try party(of: event, in: step), event: event)
  }

  private func party(
    of event: S.Machine.Event, in step: SpecDraft.Step
  ) throws(SpecRefusal) -> String {
    let role = event.name.role
    switch role {
    case .backend, .network, .backendDevice:
      if !isSimulated {
        throw .inexpressible("record \(step.seq), \(event.name), needs simulated backends")
      }
    case .outside, .processStart, .processEnd, .inside, .harness, .backendSettings: break
    }
    return role == .backend ? S.backend(of: event) : step.party ?? soleParty
  }

  private func changed<R: Record>(
    _ record: R, by fields: [Value.Field], what: String
  ) throws(SpecRefusal) -> R {
    guard let changed = record.changed(by: fields) else { throw .inexpressible(what) }
    return changed
  }
}

// MARK: - Devices

extension DraftReader {
  private func devices() throws(SpecRefusal) -> [Preparation<S>.Device] {
    // A scenario that names no device has one all the same.
    let setups = draft.devices.isEmpty ? [SpecDraft.Device(name: soleParty)] : draft.devices
    return try setups.map { (setup) throws(SpecRefusal) in
      var device = Preparation<S>.Device(
        name: setup.name,
        device: try changed(
          S.defaultDevice(named: setup.name), by: setup.device, what: "the device"),
        config: try changed(S.defaultConfig, by: setup.config, what: "the configuration"))
      if let fixture = S.fixtures.first(where: { $0.name == setup.fixture }) {
        device.past = fixture.history(device.device, device.config, isSimulated).map {
          Input(at: draft.clock + $0.at, party: setup.name, event: $0.event)
        }
      }
      return device
    }
  }
}

// MARK: - Answers

extension DraftReader {
  private func backend() throws(SpecRefusal) -> Preparation<S>.Backend {
    switch draft.backend {
    case .simulated(let latency, let settings):
      guard !settings.isEmpty else { return .simulated(latency: latency, settings: nil) }
      guard let name = S.backendSettings?.name,
        let event = S.Machine.Event(case: name, from: .fields(settings))
      else { throw .inexpressible("the settings of the backends") }
      return .simulated(latency: latency, settings: event)
    case .script(let kinds):
      var script = Script<S.Reply>()
      for kind in kinds {
        if kind.latency < .zero { throw .inexpressible("no answer comes before its request") }
        let replies = try kind.shown.map { (reply) throws(SpecRefusal) in
          try scripted(reply, to: kind.kind)
        }
        script.set(replies, latency: kind.latency, for: kind.kind)
      }
      return .script(script)
    }
  }

  private func scripted(
    _ reply: Scripted<[Value.Field]>, to kind: String
  ) throws(SpecRefusal) -> Scripted<S.Reply> {
    if case .status(let status) = reply, !(100...599).contains(status) {
      throw .inexpressible("\(status) is no HTTP status")
    }
    return try reply.map { (fields) throws(SpecRefusal) in
      let content = Value.fields(fields).read { (reader) throws(JSONError) in
        try S.Reply.sample.described(by: &reader)
      }
      guard let content else { throw .inexpressible("a reply to '\(kind)'") }
      if let error = S.validationError(in: content, for: kind) {
        throw .inexpressible("a reply to '\(kind)': \(error)")
      }
      return content
    }
  }
}

// MARK: - Running

extension DraftReader {
  /// Runs the draft, as a reader of its text would, and keeps what counts for a spec.
  func run() throws(SpecRefusal) -> SpecRun { shown(by: try played()) }

  /// Runs the draft, as a reader of its text would.
  func played() throws(SpecRefusal) -> Run<S> {
    let preparation = try preparation()
    try check(preparation)
    let steps = try draft.steps.map { (step) throws(SpecRefusal) in
      (note: step.note, input: try input(step))
    }
    var run = preparation.run()
    for (note, input) in steps {
      run.advance(toInputAt: input.at)
      if let note { run.note(note, party: input.party) }
      run.happen(input)
    }
    run.advance(to: max(run.now, draft.runUntil ?? draft.clock))
    if let stop = run.stop {
      throw SpecRefusal(
        "its run does not end: \(stop.message(from: draft.clock))", after: run.log.records.count)
    }
    return run
  }

  /// A fixture has to keep its promises, and history goes on where it ends.
  private func check(_ preparation: Preparation<S>) throws(SpecRefusal) {
    for part in preparation.parts {
      if let fixture = draft.fixture, part.devices.contains(where: { !$0.hasDefaults }) {
        let state = part.fixturesAlone.run().state
        for device in part.devices where !device.past.isEmpty {
          if let broken = S.brokenPromise(of: fixture, for: device.name, in: state) {
            throw .inexpressible(
              "'\(fixture)' promises \(broken.promise), and \(device.name) does not keep that")
          }
        }
      }
      if let first = part.history.first, let end = part.fixtureEnd, first.at - draft.clock < end {
        throw .inexpressible("its history begins before the fixture ends")
      }
    }
  }

  /// Takes from a run the records and states that count for a spec.
  private func shown(by run: Run<S>) -> SpecRun {
    let records = run.log.records.map { ErasedRecord($0) }
    let devices = draft.devices.map { $0.name }
    let end = max(
      records.last?.at ?? draft.clock, draft.runUntil ?? draft.clock,
      draft.steps.last?.at ?? draft.clock)
    return SpecRun(
      records: records,
      effects: records.filter { $0.at >= draft.clock && draft.observation.contains($0) },
      steps: steps(of: run.log), observation: draft.observation,
      states: devices.map { state(of: $0, in: run, at: end) })
  }

  /// The records of the steps' events: the last ones without a cause, as many as there are steps.
  private func steps(
    of log: EventLog<S.Machine.Event, S.Machine.Effect>
  ) -> [(seq: Int64, at: Instant)] {
    let outside = log.records.compactMap { record -> (seq: Int64, at: Instant)? in
      guard case .event(let event) = record, event.cause == nil,
        event.event.name.role != .harness
      else { return nil }
      return (event.seq, event.at)
    }
    return outside.suffix(draft.steps.count)
  }

  private func state(of device: String, in run: Run<S>, at end: Instant) -> SpecRun.State {
    var maker = ValueMaker(details: false)
    S.view(of: device, in: run.state, at: end, &maker)
    let timers = run.timers(of: device).map {
      Value.Field(name: $0.name, value: .instant($0.due))
    }
    return (device, .fields(maker.fields), timers)
  }
}

extension SpecDraft {
  /// The fixture that devices use; all that do use the same one.
  fileprivate var fixture: String? { devices.lazy.compactMap { $0.fixture }.first }
}
