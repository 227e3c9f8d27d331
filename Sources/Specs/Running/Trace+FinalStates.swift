import EventSourcing
import Replay
import Simulation
import Traces

extension Trace {
  /// The trace with the hash of each device's state at its end: the states that the log alone
  /// gives, as replay will fold it.
  func withFinalStates<S: System>(of system: S.Type) -> Trace where Machine == S.Machine {
    guard let last = records.last else { return self }
    var engine = Engine<S>(header)
    for case .event(let record) in records { engine.fold(record) }
    var result = self
    for (offset, party) in devices(S.backends).enumerated() {
      result.records.append(
        .state(
          seq: last.seq + 1 + Int64(offset), at: last.at, party: party,
          hash: engine.hash(of: party, at: last.at)))
    }
    return result
  }

  /// The devices to which something happened, in order of appearance.
  private func devices(_ backends: [String]) -> [String] {
    var seen: Set<String> = []
    return records.map(\.party).filter { party in
      !backends.contains(party) && seen.insert(party).inserted
    }
  }
}
