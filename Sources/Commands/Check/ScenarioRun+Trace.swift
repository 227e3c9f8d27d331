import EventSourcing
import Simulation
import Specs
import Traces

extension ScenarioRun {
  /// The run as a trace, with the hash of each device's state at its end.
  func trace(of title: ScenarioTitle) -> Trace<S.Machine> {
    let header = TraceHeader<S.Machine>(
      sdk: S.name, engine: engineVersion, profile: profile, readings: readings, config: config,
      origin: "spec \(title.label)", started: start)
    return Trace(header: header, records: log.records + finalStates)
  }

  private var finalStates: [LogRecord<S.Machine.Event, S.Machine.Effect>] {
    guard let end = log.records.last?.at else { return [] }
    let state = refolded
    return devices.enumerated().map { offset, party in
      let hash = viewHash(showing: { walk in S.view(of: party, in: state, at: end, &walk) })
      return .state(seq: log.nextSeq + Int64(offset), at: end, party: party, hash: hash)
    }
  }

  /// The state that the log alone gives.
  private var refolded: S.Machine.State {
    var state = S.Machine.initial
    var effects = Effects<S.Machine.Effect>()
    if let event = S.readingsSet(profile: profile, readings) {
      S.Machine.reduce(&state, RecordedEvent(seq: 0, at: start, event: event), into: &effects)
    }
    for case .event(let record) in log.records {
      effects.removeAll()
      S.Machine.reduce(&state, record, into: &effects)
    }
    return state
  }

  /// The devices to which something happened, in order of appearance.
  private var devices: [String] {
    var seen: Set<String> = []
    return log.records.map(\.party).filter { party in
      !S.backends.contains(party) && seen.insert(party).inserted
    }
  }
}
