import EventSourcing
import Simulation

extension World {
  /// What ends every fault now: backends and networks work again, and each app is opened.
  ///
  /// A world without backends has no network of its own: each device is notified that it is
  /// online.
  func healing<Device, Backend>(
    backends: [(party: String, event: Backend)], online: Device, launched: Device
  ) -> [Input<S.Machine.Event>] where S.Machine.Event == WorldEvent<Device, Backend> {
    var inputs: [Input<S.Machine.Event>] = []
    func happen(_ event: S.Machine.Event, to party: String) {
      inputs.append(Input(at: now, party: party, event: event))
    }
    let devices = engine.parties.filter { !$0.isBackend }.map(\.name)
    if case .backends = answering {
      for backend in backends { happen(.backend(backend.event), to: backend.party) }
      for device in devices { happen(.network(.networkRestored), to: device) }
    } else {
      for device in devices { happen(.device(online), to: device) }
    }
    for device in devices { happen(.device(launched), to: device) }
    return inputs
  }
}
