import EventSourcing
import Properties
import Simulation
import Systems

/// A log that no reducer has written, record by record, and what the properties of its system say
/// of it: a claim has to notice what the reducers never do.
struct HandMadeRun<S: SearchableSystem> {
  let setting: RunSetting<S>
  var world: World<S>
  private(set) var log = EventLog<S.Machine.Event, S.Machine.Effect>()
  private(set) var checker: Checker<S>

  init(_ setting: RunSetting<S>) {
    self.setting = setting
    world = setting.world
    checker = Checker(S.properties, setting: setting)
  }

  init(
    devices: [String] = ["phone"], config: S.Machine.Config = S.defaultConfig,
    readings: S.Machine.Readings? = nil
  ) {
    self.init(
      RunSetting(
        start: zero, devices: devices.map { .init(name: $0, config: config) },
        readings: readings))
  }

  mutating func wait(until span: TimeSpan) {
    world.step(.wait(until: zero + span), into: &log)
    checker.observe([], in: world)
  }

  mutating func record(_ event: S.Machine.Event, by party: String = "phone") {
    _ = log.append(event: event, at: world.now, party: party, cause: nil)
    checker.observe(log.records.suffix(1), in: world)
  }

  mutating func record(_ effect: S.Machine.Effect, by party: String = "phone") {
    _ = log.append(effect: effect, at: world.now, party: party, cause: log.nextSeq - 1)
    checker.observe(log.records.suffix(1), in: world)
  }

  /// The claims that are broken, by id.
  var broken: [String] { checker.violations.map { S.properties[$0.property].claim.id } }

  /// The claims whose condition arose, by id.
  var met: [String] {
    S.properties.indices.filter { checker.met($0) > 0 }.map { S.properties[$0].claim.id }
  }
}
