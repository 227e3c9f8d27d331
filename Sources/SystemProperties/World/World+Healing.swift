import EventSourcing
import Platform
import Properties
import Simulation
import Systems

extension SearchableSystem where Self: WorldSystem {
  /// Three devices, so that several meet at one backend.
  public static var searchedDevices: Int { 3 }

  /// The names of backends in the state of a world.
  public static var backendParts: [StaticString] { ["backend"] }

  public static var restTime: TimeSpan { .days(1) + .minutes(20) }
}

extension System {
  /// Makes a configuration that differs from the default one.
  static func config(_ change: (inout Machine.Config) -> Void) -> Machine.Config {
    var config = defaultConfig
    change(&config)
    return config
  }
}

extension WorldSystem {
  /// Returns the inputs that end every fault now: backends and networks work again, and each app is
  /// opened.
  ///
  /// A world without backends has no network of its own: each device is notified that it is
  /// online.
  static func healing(
    of world: World<Self>, backends: [(party: String, event: Backend.Event)],
    launched: SDK.Event
  ) -> [Input<Machine.Event>] {
    var inputs: [Input<Machine.Event>] = []
    func happen(_ event: Machine.Event, to party: String) {
      inputs.append(Input(at: world.now, party: party, event: event))
    }
    let devices = world.engine.parties.compactMap { $0.isBackend ? nil : $0.name }
    if case .backends = world.answering {
      for backend in backends { happen(.backend(backend.event), to: backend.party) }
      for device in devices { happen(.network(.networkRestored), to: device) }
    } else {
      for device in devices { happen(.device(.connectivityChanged(online: true)), to: device) }
    }
    for device in devices { happen(.device(launched), to: device) }
    return inputs
  }
}

extension World {
  /// Whether an answer over a network without faults comes before the transport gives up.
  func answersArrive(within timeout: TimeSpan?) -> Bool {
    let timeout = timeout ?? .defaultRequestTimeout
    return switch answering {
    case .choices: timeout >= .zero
    case .backends(let latency): timeout >= latency
    }
  }
}
