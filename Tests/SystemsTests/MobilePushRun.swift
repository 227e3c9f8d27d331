import EventSourcing
import MobilePush
import Platform
import Simulation
import Systems

/// A run of MobilePush devices whose time starts at zero, with the log it leaves.
struct MobilePushRun {
  var world: Run<MobilePushSystem>

  /// A world with simulated backends and these devices.
  init(
    devices: [String], latency: TimeSpan = .zero,
    readings: MobilePushReadings = MobilePushReadings(), from start: TimeSpan = .zero,
    optedOut: [String] = []
  ) {
    self.init(readings: readings, from: start)
    for device in devices {
      var profile = MobilePushSystem.defaultDevice(named: device)
      profile.optedIn = !optedOut.contains(device)
      world.add(party: device, device: profile, config: MobilePushSystem.defaultConfig)
    }
    world.simulate(Network(latency: latency))
  }

  /// A run of one device whose requests are answered by a script, 2xx unless it says otherwise.
  init(script: Script<MobilePushReply> = Script(), from start: TimeSpan = .zero) {
    self.init(readings: MobilePushReadings(), from: start)
    world.add(
      party: "device", device: MobilePushSystem.defaultDevice(named: "device"),
      config: MobilePushSystem.defaultConfig)
    world.answer(by: script)
  }

  private init(readings: MobilePushReadings, from start: TimeSpan) {
    world = Run(start: zero + start, profile: "documents", readings: readings)
  }

  mutating func run(until span: TimeSpan) { world.advance(to: zero + span) }

  mutating func happen(_ event: MobilePushEvent, to device: String = "phone") {
    world.happen(.device(event), to: device)
  }

  mutating func happen(_ event: EngagementEvent) {
    world.happen(.backend(.engagement(event)), to: "engagement")
  }

  mutating func happen(_ event: PushServiceEvent, to party: String = "push_service") {
    world.happen(.backend(.pushService(event)), to: party)
  }

  mutating func happen(_ event: NetworkEvent, to device: String = "phone") {
    world.happen(.network(event), to: device)
  }

  /// What specs can assert under `backend:`.
  var backends: Value {
    var maker = ViewMaker()
    MobilePushSystem.backendView(in: world.state, &maker)
    return .fields(maker.fields)
  }

  /// What specs can assert of a device under `state:`.
  func view(of device: String = "phone") -> Value {
    var maker = ViewMaker()
    MobilePushSystem.view(of: device, in: world.state, at: world.now, &maker)
    return .fields(maker.fields)
  }

  /// The times of all records of an event or effect of a party, from zero.
  func times(of name: String, by party: String = "phone") -> [TimeSpan] {
    world.log.records.compactMap { record in
      guard record.party == party else { return nil }
      switch record {
      case .event(let event): return event.event.name.description == name ? event.at - zero : nil
      case .effect(let effect):
        return effect.effect.name.description == name ? effect.at - zero : nil
      case .state, .note, .snapshot: return nil
      }
    }
  }
}

let zero = Instant(milliseconds: 1_767_603_600_000)
