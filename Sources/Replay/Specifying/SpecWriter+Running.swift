import EventSourcing
import Simulation
import Traces

extension SpecWriter {
  /// Runs a draft, as a reader of its text would, and keeps what counts for a spec.
  func run(_ draft: SpecDraft) throws(SpecRefusal) -> SpecRun {
    shown(by: try played(draft), draft)
  }

  /// Runs a draft, as a reader of its text would.
  func played(_ draft: SpecDraft) throws(SpecRefusal) -> Run<S> {
    let preparation = try DraftReader<S>(draft).preparation()
    try check(preparation, draft)
    let steps = try draft.steps.map { (step) throws(SpecRefusal) in
      (note: step.note, input: try DraftReader<S>(draft).input(step))
    }
    var run = preparation.run()
    for (note, input) in steps {
      run.advance(toInputAt: input.at)
      if let note { run.note(note, party: input.party) }
      run.happen(input)
    }
    run.advance(to: max(run.now, draft.clock + (draft.runUntil ?? .zero)))
    if let stop = run.stop {
      throw SpecRefusal("its run does not end: \(stop.message(from: draft.clock))")
    }
    return run
  }

  /// A fixture has to keep its promises, and history goes on where it ends.
  private func check(
    _ preparation: Preparation<S>, _ draft: SpecDraft
  ) throws(SpecRefusal) {
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
  private func shown(by run: Run<S>, _ draft: SpecDraft) -> SpecRun {
    let records = run.log.records.map { ErasedRecord($0) }
    let devices = draft.devices.map { $0.name }
    let end = max(
      records.last?.at ?? draft.clock, draft.clock + (draft.runUntil ?? .zero),
      draft.clock + (draft.steps.last?.at ?? .zero))
    return SpecRun(
      records: records,
      effects: records.filter { $0.at >= draft.clock && draft.observation.contains($0) },
      steps: steps(of: run.log, draft), observation: draft.observation,
      states: devices.map { state(of: $0, in: run, at: end) })
  }

  /// The records of the steps' events: the last ones without a cause, as many as there are steps.
  private func steps(
    of log: EventLog<S.Machine.Event, S.Machine.Effect>, _ draft: SpecDraft
  ) -> [(seq: Int64, at: Instant)] {
    let outside = log.records.compactMap { record -> (seq: Int64, at: Instant)? in
      guard case .event(let event) = record, event.cause == nil,
        S.role(of: event.event) != .harness
      else { return nil }
      return (event.seq, event.at)
    }
    return outside.suffix(draft.steps.count)
  }

  private func state(
    of device: String, in run: Run<S>, at end: Instant
  ) -> (party: String, view: Value, timers: [Value.Field]) {
    var maker = ViewMaker(details: false)
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
