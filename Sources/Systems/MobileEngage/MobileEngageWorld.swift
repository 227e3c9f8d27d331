import EventSourcing
import MobileEngage

/// Any number of devices and the Mobile Engage backend as one machine with one log; a single
/// device without a backend is the same machine.
///
/// A record's party says to whom an event happened.
public enum MobileEngageWorld: Reducer {
  public typealias Event = MobileEngageWorldEvent
  public typealias Effect = MobileEngageWorldEffect
  public typealias Config = MobileEngageConfig
  public typealias Readings = MobileEngageReadings

  public static var initial: MobileEngageWorldState { MobileEngageWorldState() }

  public static func reduce(
    _ state: inout MobileEngageWorldState, _ event: RecordedEvent<MobileEngageWorldEvent>,
    into effects: inout Effects<MobileEngageWorldEffect>
  ) {
    switch event.event {
    case .device(.readingsSet(let profile, let readings)):
      adopt(.readingsSet(profile: profile, readings: readings), event, &state, into: &effects)
    case .device(let own):
      fold(own, event, into: &state, &effects)
    case .backend(let own):
      var orders = Effects<MobileEngageBackendEffect>()
      MobileEngageBackend.reduce(&state.backend, event.holding(own), into: &orders)
      for order in orders.ordered { effects.append(.backend(order)) }
    case .network:
      // The network itself knows what it loses, and a device is told by an event of its own.
      break
    }
  }

  private static func fold(
    _ own: MobileEngageEvent, _ event: RecordedEvent<Event>, into state: inout State,
    _ effects: inout Effects<Effect>
  ) {
    var orders = Effects<MobileEngageEffect>()
    let index = state.devices.index(of: event.party)
    state.devices.update(index) { device in
      MobileEngageSDK.reduce(&device, event.holding(own), into: &orders)
    }
    for order in orders.ordered { effects.append(.device(order)) }
  }

  /// Readings hold for the device under whose name they are recorded and for every later one;
  /// without a name they come from a trace's header, before any device.
  private static func adopt(
    _ own: MobileEngageEvent, _ event: RecordedEvent<Event>, _ state: inout State,
    into effects: inout Effects<Effect>
  ) {
    var unused = Effects<MobileEngageEffect>()
    MobileEngageSDK.reduce(&state.devices.untouched, event.holding(own), into: &unused)
    if state.devices.knows(event.party) { fold(own, event, into: &state, &effects) }
  }
}
