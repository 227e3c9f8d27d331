import EventSourcing
import Simulation
import Systems

/// What a random world costs per event, and whether that grows with the number of devices.
enum WorldBenchmark {
  static func run() {
    print("A world of N devices with faults, in steps of the same number of records")
    var smallest = 0.0
    for devices in [10, 100, 1_000, 10_000] {
      let days = max(Int64(1), 30_000 / Int64(devices))
      var records = 0
      let seconds = Stopwatch.cpuSeconds {
        let world = simulate(devices: devices, for: .hours(days))
        records = world.log.records.count
      }
      let nanoseconds = seconds * 1e9 / Double(max(1, records))
      if smallest == 0 { smallest = nanoseconds }
      let ratio = nanoseconds / smallest
      print(
        "  \(devices) devices, \(days) h: \(records) records, "
          + "\(Int(nanoseconds)) ns each, \(tenths(ratio)) × the smallest")
    }
  }

  /// A random run with every kind of fault.
  static func simulate(devices: Int, for span: TimeSpan) -> World<MobilePushSystem> {
    let start = Instant(milliseconds: 1_767_603_600_000)
    var world = World<MobilePushSystem>(
      start: start, profile: "documents", readings: MobilePushSystem.profiles[0].readings)
    let names = (1...devices).map { "device-\($0)" }
    for name in names {
      world.add(
        party: name, device: MobilePushSystem.standardDevice(named: name),
        config: MobilePushSystem.standardConfig)
    }
    let faults = NetworkFaults(
      requestLost: 20, answerLost: 20, pushLost: 50, duplicated: 20, delayed: 50)
    world.simulate(Network(latency: .milliseconds(200), faults: faults, seed: 1))
    var workload = Workload<MobilePushSystem>(seed: 1, devices: names, start: start)
    workload.run(&world, until: start + span)
    return world
  }
}
