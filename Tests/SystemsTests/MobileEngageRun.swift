import EventSourcing
import MobileEngage
import Platform
import Simulation
import Systems

/// A random run of Mobile Engage devices with a failing network and server, healed at its end.
struct MobileEngageRun {
  private(set) var world: Run<MobileEngageSystem>
  let devices: [String]
  /// Who is signed in on each device as far as its app knows; nobody is "nobody".
  private var users: [String: String] = [:]
  private var stream: RandomStream

  init(seed: UInt64, profile: MobileEngageProfile, devices: [String] = ["phone", "tablet"]) {
    self.devices = devices
    stream = RandomStream(seed: seed, name: "steps")
    world = Run(
      start: Instant(milliseconds: 1_767_603_600_000), profile: profile.rawValue,
      readings: profile.readings)
    for device in devices {
      world.add(
        party: device, device: MobileEngageSystem.defaultDevice(named: device),
        config: MobileEngageSystem.defaultConfig)
    }
    let faults = NetworkFaults(
      requestLost: 50, answerLost: 50, pushLost: 0, duplicated: 30, delayed: 50)
    world.simulate(Network(latency: .milliseconds(200), faults: faults, seed: seed))
    for _ in 1...400 {
      world.advance(to: world.now + TimeSpan(milliseconds: stream.below(600_000)))
      step(devices[Int(stream.below(Int64(devices.count)))])
    }
    heal()
  }

  /// What specs can assert under `backend:`.
  var backend: Value {
    var maker = ViewMaker()
    MobileEngageSystem.backendView(in: world.state, &maker)
    return .fields(maker.fields)
  }

  private mutating func step(_ device: String) {
    switch stream.below(20) {
    case 0: happen(.processTerminated, device)
    case 1, 2: happen(.appLaunched(), device)
    case 3: happen(.appLaunched(state: .background), device)
    case 4: happen(.appBackgrounded, device)
    case 5: happen(.appForegrounded, device)
    case 6: world.happen(.network(.networkLost), to: device)
    case 7, 8: world.happen(.network(.networkRestored), to: device)
    case 9: world.happen(.backend(.serverDown), to: "mobile_engage")
    case 10, 11: world.happen(.backend(.serverUp), to: "mobile_engage")
    case 12: world.happen(.backend(.tokenInvalidated), to: device)
    case 13: signIn(["anna", "bert", "cora"][Int(stream.below(3))], on: device)
    case 14: signOut(on: device)
    case 15: happen(.pushTokenReceived(token: Personal("token-\(stream.below(3))")), device)
    case 16: happen(.deviceChanged(.init(appVersion: "\(stream.below(5))")), device)
    case _:
      if !world.isRunning(device) { happen(.appLaunched(), device) }
      happen(.eventTracked(name: users[device] ?? "nobody"), device)
    }
  }

  private mutating func signIn(_ user: String, on device: String) {
    if !world.isRunning(device) { happen(.appLaunched(), device) }
    users[device] = user
    happen(.contactSet(value: Nullable(Personal(user))), device)
  }

  private mutating func signOut(on device: String) {
    if !world.isRunning(device) { happen(.appLaunched(), device) }
    users[device] = nil
    happen(.contactCleared, device)
  }

  private mutating func happen(_ event: MobileEngageEvent, _ device: String) {
    world.happen(.device(event), to: device)
  }

  /// Ends all faults and lets every device send what is left.
  private mutating func heal() {
    world.simulate(Network(latency: .milliseconds(200)))
    world.happen(.backend(.serverUp), to: "mobile_engage")
    for device in devices {
      world.happen(.network(.networkRestored), to: device)
      happen(.appLaunched(), device)
    }
    for _ in 1...5 {
      world.advance(to: world.now + .days(2))
      for device in devices { happen(.connectivityChanged(online: true), device) }
    }
    world.advance(to: world.now + .days(1))
  }
}
