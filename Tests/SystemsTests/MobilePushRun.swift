import EventSourcing
import MobilePush
import Simulation
import Systems

/// A run of MobilePush devices whose time starts at zero, with the log it leaves.
struct MobilePushRun {
  var world: Run<MobilePushSystem>

  /// A world with simulated backends and these devices.
  init(devices: [String], from start: TimeSpan = .zero) {
    self.init(devices, from: start)
    world.simulate(latency: .zero)
  }

  /// A run of one device whose requests are answered 2xx by a script.
  init(from start: TimeSpan = .zero, installed: MobilePushWorldState = MobilePushWorld.initial) {
    self.init(["device"], from: start, installed)
    world.answer(by: Script())
  }

  private init(
    _ devices: [String], from start: TimeSpan,
    _ installed: MobilePushWorldState = MobilePushWorld.initial
  ) {
    world = Run(
      start: zero + start, profile: "documents", readings: MobilePushReadings(),
      installed: installed)
    for device in devices {
      world.add(
        party: device, device: MobilePushSystem.defaultDevice(named: device),
        config: MobilePushSystem.defaultConfig)
    }
  }

  mutating func run(until span: TimeSpan) { world.advance(to: zero + span) }

  mutating func happen(_ event: MobilePushEvent, to device: String = "phone") {
    world.happen(.device(event), to: device)
  }

  /// What specs can assert of a device under `state:`.
  func view(of device: String = "phone") -> Value {
    var maker = ValueMaker()
    MobilePushSystem.view(of: device, in: world.state, at: world.now, &maker)
    return .fields(maker.fields)
  }
}

let zero = defaultClock
