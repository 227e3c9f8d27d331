import EventSourcing
import Platform
import Simulation
import Systems

extension WorldSystem {
  /// Returns the inputs that end every fault now: backends and networks work again, and each app is
  /// opened.
  ///
  /// A world without backends has no network of its own: each device is notified that it is
  /// online.
  static func healing(
    of world: World<Self>, backends: [Backend.Event], launched: SDK.Event
  ) -> [Input<Machine.Event>] {
    var inputs: [Input<Machine.Event>] = []
    func happen(_ event: Machine.Event, to party: String) {
      inputs.append(Input(at: world.now, party: party, event: event))
    }
    let devices = world.engine.parties.compactMap { $0.isBackend ? nil : $0.name }
    if case .backends = world.answering {
      for event in backends { happen(.backend(event), to: backend(of: event.name)) }
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
