import EventSourcing
import Replay
import Simulation
import SpecFormat
import Specs
import Traces

extension ScenarioRun {
  /// The run as a trace, with the hash of each device's state at its end.
  func trace(of title: ScenarioTitle) -> Trace<S.Machine> {
    let header = TraceHeader<S.Machine>(
      sdk: S.name, profile: profile, readings: readings, config: config,
      origin: "spec \(title.label)", started: start)
    return Trace(header: header, records: log.records + finalStates(under: header))
  }

  /// The states that the log alone gives, as replay will fold it.
  private func finalStates(
    under header: TraceHeader<S.Machine>
  ) -> [LogRecord<S.Machine.Event, S.Machine.Effect>] {
    guard let end = log.records.last?.at else { return [] }
    var engine = Engine<S>(header)
    for case .event(let record) in log.records { engine.fold(record) }
    return devices.enumerated().map { offset, party in
      .state(
        seq: log.nextSeq + Int64(offset), at: end, party: party,
        hash: engine.hash(of: party, at: end)
      )
    }
  }

  /// The devices to which something happened, in order of appearance.
  private var devices: [String] {
    var seen: Set<String> = []
    return log.records.map(\.party).filter { party in
      !S.backends.contains(party) && seen.insert(party).inserted
    }
  }
}
