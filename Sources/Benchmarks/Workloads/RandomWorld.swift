import EventSourcing
import Simulation
import Systems

/// A world whose devices, people and network are drawn from named streams.
enum RandomWorld {
  /// A world with every kind of fault, after `span`.
  static func after(
    _ span: TimeSpan, devices: Int, seed: UInt64
  ) -> Run<MobilePushSystem> {
    let start = DeviceInUse.start
    var world = Run<MobilePushSystem>(
      start: start, profile: "documents", readings: MobilePushSystem.profiles[0].readings)
    let names = (1...devices).map { "device-\($0)" }
    for name in names {
      world.add(
        party: name, device: MobilePushSystem.defaultDevice(named: name),
        config: MobilePushSystem.defaultConfig)
    }
    let faults = NetworkFaults(
      requestLost: 20, answerLost: 20, pushLost: 50, duplicated: 20, delayed: 50)
    world.simulate(Network(latency: .milliseconds(200), faults: faults, seed: seed))
    var workload = Workload<MobilePushSystem>(
      seed: seed, devices: names, start: start, pace: .hours(2))
    workload.drive(&world, until: start + span)
    return world
  }
}
