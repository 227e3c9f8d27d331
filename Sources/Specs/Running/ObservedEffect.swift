import EventSourcing
import Rules
import Simulation
import SpecFormat

/// An effect of a device in a run, from time zero on.
struct ObservedEffect: Equatable, Sendable {
  var seq: Int64
  var at: Instant
  var party: String
  var name: String
}

/// Reads the effects of devices from a growing log, each once.
struct ObservedEffects<S: System> {
  let zero: Instant
  let devices: [String]
  private var seen = 0

  init(zero: Instant, devices: [String]) {
    self.zero = zero
    self.devices = devices
  }

  /// The effects since the last call.
  mutating func new(in log: EventLog<S.Machine.Event, S.Machine.Effect>) -> [ObservedEffect] {
    var found: [ObservedEffect] = []
    for record in log.records[seen...] {
      guard case .effect(let effect) = record, effect.at >= zero, devices.contains(effect.party)
      else { continue }
      found.append(
        ObservedEffect(
          seq: effect.seq, at: effect.at, party: effect.party, name: effect.effect.name.description)
      )
    }
    seen = log.records.count
    return found
  }
}
