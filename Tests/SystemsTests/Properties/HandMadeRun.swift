import EventSourcing
import Properties
import Rules
import Simulation
import SystemProperties
import Systems
import Testing

/// A log that no reducer has written, record by record, and what the properties of its system say
/// of it: a claim has to notice what the reducers never do.
struct HandMadeRun<S: SearchableSystem> {
  let setting: RunSetting<S>
  var world: World<S>
  private(set) var log = EventLog<S.Machine.Event, S.Machine.Effect>()
  private(set) var checker: Checker<S>
  private var lastEvent: Int64 = 0

  init(_ setting: RunSetting<S>) {
    self.setting = setting
    world = setting.world
    checker = Checker(S.properties, setting: setting)
  }

  init(
    devices: [String] = ["phone"], config: S.Machine.Config = S.defaultConfig,
    profile: String? = nil, readings: S.Machine.Readings? = nil
  ) {
    self.init(
      RunSetting(
        start: zero, devices: devices.map { .init(name: $0, config: config) }, profile: profile,
        readings: readings))
  }

  mutating func wait(until span: TimeSpan) {
    world.step(.wait(until: zero + span), into: &log)
    checker.observe([], in: world)
  }

  mutating func record(_ event: S.Machine.Event, by party: String = "phone") {
    lastEvent = log.append(event: event, at: world.now, party: party, cause: nil).seq
    checker.observe(log.records.suffix(1), in: world)
  }

  mutating func record(_ effect: S.Machine.Effect, by party: String = "phone") {
    _ = log.append(effect: effect, at: world.now, party: party, cause: lastEvent)
    checker.observe(log.records.suffix(1), in: world)
  }

  /// Records an event and what it orders as one step of the world.
  mutating func record(
    _ event: S.Machine.Event, leadingTo effect: S.Machine.Effect, by party: String = "phone"
  ) {
    lastEvent = log.append(event: event, at: world.now, party: party, cause: nil).seq
    _ = log.append(effect: effect, at: world.now, party: party, cause: lastEvent)
    checker.observe(log.records.suffix(2), in: world)
  }

  mutating func converge() { checker.converge(in: world) }

  /// Lets something happen to the world of which the properties see the state alone.
  mutating func unseen(_ event: S.Machine.Event, by party: String = "phone") {
    var unseen = RecordCounter<S.Machine.Event, S.Machine.Effect>()
    world.step(.input(Input(at: world.now, party: party, event: event)), into: &unseen)
  }

  /// Answers a request of the world, unseen.
  mutating func unseen(_ reply: S.Reply, to request: Int64, of party: String = "phone") {
    var unseen = RecordCounter<S.Machine.Event, S.Machine.Effect>()
    let request = RequestID(party: party, number: request)
    world.step(.answer(request, with: reply, after: .zero), into: &unseen)
    world.step(.next, into: &unseen)
  }

  /// The claims that are broken, by id.
  var broken: [String] { checker.violations.map { S.properties[$0.property].claim.id } }

  /// What is said about a broken claim; `nil` where it holds.
  func sentence(_ claim: String) -> String? {
    checker.violations.first { S.properties[$0.property].claim.id == claim }?.sentence
  }
}

/// A log that breaks one claim, others perhaps with it.
struct ClaimViolation<S: SearchableSystem>: Sendable, CustomTestStringConvertible {
  let claim: String
  /// The readings under which it breaks it.
  let profile: String
  let write: @Sendable (inout HandMadeRun<S>) -> Void

  init(
    _ claim: String, profile: String = "documents",
    _ write: @escaping @Sendable (inout HandMadeRun<S>) -> Void
  ) {
    self.claim = claim
    self.profile = profile
    self.write = write
  }

  var testDescription: String { claim }

  /// Expects that the claim notices what breaks it.
  func check() {
    let readings = S.profiles.first { $0.name == profile }?.readings
    var log = HandMadeRun<S>(profile: profile, readings: readings)
    write(&log)
    #expect(log.broken.contains(claim), "\(log.broken)")
    #expect(log.sentence(claim)?.hasSuffix(".") == true)
  }
}
