import EventSourcing
import Simulation
import SpecFormat

/// Brings a run to time zero: devices, fixtures, history, readings.
struct Preparation<S: System> {
  var given: Given<S>
  let profile: String
  let readings: S.Machine.Readings
  /// How many records the run may have; `nil` for the default.
  var budget: Int64?

  private typealias Past = (input: Input<S.Machine.Event>, isFixture: Bool)

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
    var given = given
    given.history = []
    let initial = initial
    let alone = Preparation(given: given, profile: initial.profile, readings: initial.readings)
    let last = alone.run().log.records.last { !S.backends.contains($0.party) }
    return last.map { $0.at - given.clock }
  }

  /// The instant of the first record.
  var start: Instant { min(past.first?.input.at ?? given.clock, given.clock) }

  private var past: [Past] {
    let fixtures = given.devices.flatMap { device in device.past.map { ($0, true) } }
    let all: [Past] = fixtures + given.history.map { ($0.input, false) }
    return all.enumerated().sorted {
      ($0.element.input.at, $0.offset) < ($1.element.input.at, $1.offset)
    }.map { $0.element }
  }

  /// Whether all fixtures come before anything that the scenario says itself.
  var beginsWithFixtures: Bool { usesFixture && !later.contains { $0.isFixture } }

  /// What the scenario says itself, and whatever comes after that.
  private var later: ArraySlice<Past> {
    given.history.isEmpty ? [] : past.drop { $0.isFixture }
  }

  /// A run in which everything up to and including time zero has happened; it goes on from
  /// `fixtures`, the fixture run of scenarios that begin alike, where there is one.
  func run(after fixtures: Run<S>? = nil) -> Run<S> {
    var run = fixtures ?? fixtureRun()
    var hasDefaults = true
    for (input, isFixture) in later {
      if !isFixture, hasDefaults {
        run.advance(to: input.at)
        endDefaults(&run)
        hasDefaults = false
      }
      run.happen(input)
    }
    // What a fixture still leads to is part of it.
    run.advance(to: given.clock)
    if hasDefaults { endDefaults(&run) }
    return run
  }

  /// A run in which the fixtures have happened that come first, and nothing else.
  func fixtureRun() -> Run<S> {
    let initial = initial
    var run = Run<S>(
      start: start, profile: initial.profile, readings: initial.readings,
      budget: budget ?? Run<S>.defaultBudget)
    for device in given.devices {
      run.add(party: device.name, device: device.device, config: device.config)
    }
    // Backends answer a fixture at once; what the scenario says about them holds after it.
    if case .simulated = given.backend { run.simulate(Network(latency: .zero)) }
    for past in past.prefix(while: { $0.isFixture }) { run.happen(past.input) }
    return run
  }

  /// Lets the scenario's own backends and readings hold from now on.
  private func endDefaults(_ run: inout Run<S>) {
    let initial = initial
    if initial.readings != readings || initial.profile != profile {
      run.set(profile: profile, readings: readings)
    }
    switch given.backend {
    case .script(let replies): run.answer(by: replies)
    case .simulated(let latency, let settings):
      run.simulate(Network(latency: latency), settings: settings)
    }
  }
}
