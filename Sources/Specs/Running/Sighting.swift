import EventSourcing
import Rules
import Simulation
import SpecFormat

/// An effect of a device as it came in a run, from time zero on.
struct Sighting: Equatable, Sendable {
  var seq: Int64
  var at: Instant
  var party: String
  var name: String
}

/// Finds the effects of devices in a log that grows, each once.
struct Lookout<S: System> {
  let zero: Instant
  let devices: [String]
  private var seen = 0

  init(zero: Instant, devices: [String]) {
    self.zero = zero
    self.devices = devices
  }

  /// The effects that came since the last time.
  mutating func new(in log: EventLog<S.Machine.Event, S.Machine.Effect>) -> [Sighting] {
    var found: [Sighting] = []
    for record in log.records[seen...] {
      guard case .effect(let effect) = record, effect.at >= zero, devices.contains(effect.party)
      else { continue }
      found.append(
        Sighting(
          seq: effect.seq, at: effect.at, party: effect.party, name: effect.effect.name.description)
      )
    }
    seen = log.records.count
    return found
  }
}
