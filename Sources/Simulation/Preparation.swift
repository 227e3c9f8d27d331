import EventSourcing

/// The start of a run, and its way to time zero: devices, fixtures, history, readings.
public struct Preparation<S: System>: Sendable {
  /// A device before its first launch, and what happened to it by its fixtures.
  public struct Device: Hashable, Sendable {
    /// The party that it is.
    public var name: String
    /// The facts about it before its first launch.
    public var device: S.Device
    /// The configuration of its first launch.
    public var config: S.Machine.Config
    /// The inputs from the fixtures, in order.
    public var past: [Input<S.Machine.Event>] = []

    /// Describes a device to which nothing has happened.
    public init(
      name: String, device: S.Device? = nil, config: S.Machine.Config = S.defaultConfig
    ) {
      self.name = name
      self.device = device ?? S.defaultDevice(named: name)
      self.config = config
    }

    /// Whether device and configuration are as every fixture expects them.
    public var hasDefaults: Bool {
      device == S.defaultDevice(named: name) && config == S.defaultConfig
    }
  }

  /// The side that answers requests.
  public enum Backend: Sendable {
    case script(Script<S.Reply>)
    /// `settings` is the event that sets the backends up; `nil` where nothing but the defaults
    /// holds.
    case simulated(latency: TimeSpan, settings: S.Machine.Event?)
  }

  /// The instant of time zero.
  public var clock: Instant
  /// The profile that holds from time zero on.
  public var profile: String
  /// The readings that hold from time zero on.
  public var readings: S.Machine.Readings
  /// The side that answers from the end of the fixtures on.
  public var backend: Backend
  /// Every device, in order.
  public var devices: [Device]
  /// The inputs before time zero beside the fixtures, in order.
  public var history: [Input<S.Machine.Event>]
  /// The number of records that the run may have; `nil` for the default.
  public var budget: Int64?
  /// The machine before anything has happened to it, with a bug of the gallery; `nil` without one.
  public var installed: S.Machine.State?

  /// Describes what a run starts from.
  public init(
    clock: Instant, profile: String, readings: S.Machine.Readings, backend: Backend,
    devices: [Device], history: [Input<S.Machine.Event>] = []
  ) {
    self.clock = clock
    self.profile = profile
    self.readings = readings
    self.backend = backend
    self.devices = devices
    self.history = history
  }

  private typealias Past = (input: Input<S.Machine.Event>, isFixture: Bool)

  /// The profile and readings that hold before the first record: a fixture runs under the
  /// defaults, whatever holds from time zero on.
  public var initial: (profile: String, readings: S.Machine.Readings) {
    guard usesFixture else { return (profile, readings) }
    let standard = S.profiles.first
    return (standard?.name ?? profile, standard?.readings ?? readings)
  }

  private var usesFixture: Bool { devices.contains { !$0.past.isEmpty } }

  /// The instant of the last record of the fixtures' devices, counted from time zero; `nil` without
  /// any. What the backends still make of it does not delay the history.
  public var fixtureEnd: TimeSpan? {
    guard usesFixture else { return nil }
    var alone = fixturesAlone
    (alone.profile, alone.readings) = initial
    let last = alone.run().log.records.last { !S.backends.contains($0.party) }
    return last.map { $0.at - clock }
  }

  /// The fixtures without the rest of the history.
  public var fixturesAlone: Preparation {
    var alone = self
    alone.history = []
    return alone
  }

  /// The instant of the first record.
  public var start: Instant { min(past.first?.input.at ?? clock, clock) }

  private var past: [Past] {
    let all: [Past] = devices.flatMap { $0.past }.map { ($0, true) } + history.map { ($0, false) }
    return all.sorted { $0.input.at < $1.input.at }
  }

  /// Whether all fixtures come before anything else that happens.
  public var beginsWithFixtures: Bool { usesFixture && !later.contains { $0.isFixture } }

  /// The history beside the fixtures, and whatever comes after that.
  private var later: ArraySlice<Past> {
    history.isEmpty ? [] : past.drop { $0.isFixture }
  }

  /// The parts that are prepared each by itself: simulated devices are independent, a script
  /// answers all of them in one order.
  public var parts: [Preparation] {
    guard case .simulated = backend else { return [self] }
    return devices.map { device in
      var part = self
      part.devices = [device]
      part.history = history.filter { $0.party == device.name }
      return part
    }
  }

  /// A run in which everything up to and including time zero has happened. It continues from
  /// `fixtures`, a fixture run that is shared by runs that begin alike, where there is one.
  @inline(never)
  public func run(after fixtures: Run<S>? = nil) -> Run<S> {
    // Compiled once for each machine, and not again at every call.
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
    run.advance(to: clock)
    if hasDefaults { endDefaults(&run) }
    return run
  }

  /// A run in which the fixtures that come first have happened. Without a history, all that they
  /// lead to up to time zero has happened too.
  @inline(never)
  public func fixtureRun() -> Run<S> {
    let initial = initial
    var run = Run<S>(
      start: start, profile: initial.profile, readings: initial.readings,
      budget: budget ?? Run<S>.defaultBudget, installed: installed ?? S.Machine.initial)
    for device in devices {
      run.add(party: device.name, device: device.device, config: device.config)
    }
    // Backends answer a fixture at once; what is said about them holds after it.
    if case .simulated = backend { run.simulate(latency: .zero) }
    for past in past.prefix(while: { $0.isFixture }) { run.happen(past.input) }
    if history.isEmpty { run.advance(to: clock) }
    return run
  }

  /// Lets the own backends and readings hold from now on.
  private func endDefaults(_ run: inout Run<S>) {
    let initial = initial
    if initial.readings != readings || initial.profile != profile {
      run.set(profile: profile, readings: readings)
    }
    switch backend {
    case .script(let replies): run.answer(by: replies)
    case .simulated(let latency, let settings):
      run.simulate(latency: latency, settings: settings)
    }
  }
}

/// A named starting point: what had happened to a device before time zero.
public struct Fixture<S: System>: Sendable {
  /// The name after `use:`.
  public let name: String
  /// One sentence about the starting point.
  public let summary: String
  /// Returns the events of a device with this profile and configuration before the scenario, each
  /// at its time before zero, in order; without those that simulated backends bring about
  /// themselves.
  public let history: @Sendable (S.Device, S.Machine.Config, _ isSimulated: Bool) -> History

  /// Events with their times before zero.
  public typealias History = [(at: TimeSpan, event: S.Machine.Event)]

  /// Describes a starting point that is the same for every device.
  public init(name: String, summary: String, history: History) {
    self.init(name: name, summary: summary) { _, _, _ in history }
  }

  /// Describes a starting point that depends on the device.
  public init(
    name: String, summary: String,
    history: @escaping @Sendable (S.Device, S.Machine.Config, _ isSimulated: Bool) -> History
  ) {
    self.name = name
    self.summary = summary
    self.history = history
  }
}

/// A promise of a fixture that a scenario's device or configuration prevents.
public struct BrokenPromise: Equatable, Sendable {
  /// The promise of the fixture.
  public let promise: String
  /// The proposal of what to write instead.
  public let proposal: String

  /// Describes a promise that does not hold.
  public init(promise: String, proposal: String) {
    self.promise = promise
    self.proposal = proposal
  }
}
