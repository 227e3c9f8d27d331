import EventSourcing
import Simulation

/// Everything that is chosen before a run begins; together with the choices it gives the run again.
public struct RunSetting<S: System>: Hashable, Sendable {
  /// The instant at which the run starts.
  public var start: Instant
  /// The devices, in the order in which the world has them; backends come after them.
  public var devices: [Preparation<S>.Device]
  /// The name of the profile that the readings come from.
  public var profile: String
  /// The readings that hold for the whole run.
  public var readings: S.Machine.Readings
  /// The side that answers requests.
  public var answering: World<S>.Answering
  /// The machine before anything has happened to it; another one only with a bug of the gallery.
  public var installed = S.Machine.initial

  /// Chooses how a run begins; without readings those of the first profile hold.
  public init(
    start: Instant, devices: [Preparation<S>.Device], profile: String? = nil,
    readings: S.Machine.Readings? = nil, answering: World<S>.Answering = .choices
  ) {
    self.start = start
    self.devices = devices
    self.profile = profile ?? S.profiles.first?.name ?? ""
    self.readings = readings ?? S.profiles.first?.readings ?? .sample
    self.answering = answering
  }

  /// The world before the first choice.
  public var world: World<S> {
    var world = World<S>(
      start: start, profile: profile, readings: readings, installed: installed)
    for device in devices {
      world.add(party: device.name, device: device.device, config: device.config)
    }
    if case .backends(let latency) = answering { world.simulateBackends(latency: latency) }
    return world
  }

  /// The names of the devices.
  public var deviceNames: [String] { devices.map(\.name) }
}
