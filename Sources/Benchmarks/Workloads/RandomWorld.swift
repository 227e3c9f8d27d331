import EventSourcing
import Simulation
import Systems

/// A world whose devices, people and network are drawn from named streams.
struct RandomWorld {
  private var world: Run<MobilePushSystem>
  private var workload: Workload<MobilePushSystem>

  /// A world with every kind of fault, in which nothing has happened.
  init(devices: Int, seed: UInt64) {
    let start = DeviceInUse.start
    world = Run<MobilePushSystem>(
      start: start, profile: "documents", readings: MobilePushSystem.profiles[0].readings,
      budget: .max)
    let names = (1...devices).map { "device-\($0)" }
    for name in names {
      world.add(
        party: name, device: MobilePushSystem.defaultDevice(named: name),
        config: MobilePushSystem.defaultConfig)
    }
    let faults = NetworkFaults(
      requestLost: 20, answerLost: 20, pushLost: 50, duplicated: 20, delayed: 50)
    world.simulate(Network(latency: .milliseconds(200), faults: faults, seed: seed))
    workload = Workload<MobilePushSystem>(
      seed: seed, devices: names, start: start, pace: .hours(2))
  }

  /// Lets this much time pass.
  mutating func goOn(for span: TimeSpan) { workload.drive(&world, until: world.now + span) }

  /// Takes the records out of the log.
  mutating func takeRecords() -> [WorldRecord] { world.takeRecords() }
}
