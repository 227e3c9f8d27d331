import EventSourcing
import Simulation
import SpecFormat

/// Brings a world to time zero: devices, fixtures, history, readings.
struct Preparation<S: System> {
  var given: Given<S>
  let profile: String
  let readings: S.Machine.Readings

  private typealias Past = (event: PastEvent<S.Machine.Event>, isFixture: Bool)

  /// The profile and readings that hold before the first record: a fixture runs under the
  /// defaults, whatever the scenario reads otherwise.
  var initial: (profile: String, readings: S.Machine.Readings) {
    guard usesFixture else { return (profile, readings) }
    let standard = S.profiles.first
    return (standard?.name ?? profile, standard?.readings ?? readings)
  }

  private var usesFixture: Bool { given.devices.contains { !$0.past.isEmpty } }

  /// When the last record of the fixtures' devices stands, counted from time zero; `nil` without
  /// any. What the backends still make of it holds no history back.
  var fixtureEnd: TimeSpan? {
    guard usesFixture else { return nil }
    var alone = self
    alone.given.history = []
    let last = alone.world().log.records.last { !S.backends.contains($0.party) }
    return last.map { $0.at - given.clock }
  }

  /// The instant of the first record.
  var start: Instant { given.clock + min(past.first?.event.at ?? .zero, .zero) }

  private var past: [Past] {
    let fixtures = given.devices.flatMap { device in device.past.map { ($0, true) } }
    let history = given.history.map { ($0, false) }
    let all: [Past] = fixtures + history
    return all.enumerated().sorted {
      ($0.element.event.at, $0.offset) < ($1.element.event.at, $1.offset)
    }.map(\.element)
  }

  /// A world in which everything up to and including time zero has happened.
  func world() -> World<S> {
    let initial = initial
    var world = World<S>(start: start, profile: initial.profile, readings: initial.readings)
    for device in given.devices {
      world.add(party: device.name, device: device.device, config: device.config)
    }
    // Backends answer a fixture at once; what the scenario says about them holds after it.
    if case .simulated = given.backend { world.simulate(Network(latency: .zero)) }
    var answersUsually = true
    for (event, isFixture) in past {
      world.advance(to: given.clock + event.at)
      if !isFixture, answersUsually {
        connect(&world)
        answersUsually = false
      }
      world.happen(event.event, to: event.party)
    }
    // What a fixture still leads to is part of it.
    world.advance(to: given.clock)
    if answersUsually { connect(&world) }
    if usesFixture, initial.readings != readings || initial.profile != profile {
      world.set(profile: profile, readings: readings)
    }
    return world
  }

  /// Lets the scenario's own backends answer from now on.
  private func connect(_ world: inout World<S>) {
    switch given.backend {
    case .script(let replies): world.answer(by: replies)
    case .simulated(let latency): world.simulate(Network(latency: latency))
    }
  }
}
