import EventSourcing
import MobilePush

/// Any number of devices, Engagement and the push service as one machine with one log; a single
/// device without backends is the same machine.
///
/// A record's party says to whom an event happened. An event costs the same however many devices
/// there are, unless it orders something for each of them.
public enum MobilePushWorld: Reducer {
  public typealias Event = MobilePushWorldEvent
  public typealias Effect = MobilePushWorldEffect
  public typealias Config = MobilePushConfig
  public typealias Readings = MobilePushReadings

  public static var initial: MobilePushWorldState { MobilePushWorldState() }

  public static func reduce(
    _ state: inout MobilePushWorldState, _ event: RecordedEvent<MobilePushWorldEvent>,
    into effects: inout Effects<MobilePushWorldEffect>
  ) {
    switch event.event {
    case .device(.readingsSet(let profile, let readings)):
      adopt(.readingsSet(profile: profile, readings: readings), event, &state, into: &effects)
      state.engagement.propagation = readings.propagation
      state.engagement.keylessContact = readings.keylessContact
    case .device(let own):
      fold(own, event, into: &state, &effects)
    case .engagement(let own):
      var orders = Effects<EngagementEffect>()
      Engagement.reduce(&state.engagement, event.holding(own), into: &orders)
      for order in orders.ordered { effects.append(MobilePushWorldEffect(order)) }
    case .pushService(let own):
      var orders = Effects<PushServiceEffect>()
      PushService.reduce(&state.pushService, event.holding(own), into: &orders)
      for order in orders.ordered { effects.append(.pushService(order)) }
    case .network(let fact):
      follow(fact, of: event.party, in: &state)
    }
  }

  private static func fold(
    _ own: MobilePushEvent, _ event: RecordedEvent<Event>, into state: inout State,
    _ effects: inout Effects<Effect>
  ) {
    var orders = Effects<MobilePushEffect>()
    let index = state.devices.index(of: event.party)
    state.devices.update(index) { device in
      MobilePushSDK.reduce(&device, own, at: event.at, into: &orders)
    }
    state.tellPermission(of: event.party, at: index)
    for order in orders.ordered { effects.append(.device(order)) }
  }

  /// Readings hold for the device under whose name they are recorded and for every later one;
  /// without a name they come from a trace's header, before any device.
  private static func adopt(
    _ own: MobilePushEvent, _ event: RecordedEvent<Event>, _ state: inout State,
    into effects: inout Effects<Effect>
  ) {
    var unused = Effects<MobilePushEffect>()
    MobilePushSDK.reduce(&state.devices.untouched, own, at: event.at, into: &unused)
    if state.devices.knows(event.party) { fold(own, event, into: &state, &effects) }
  }

  /// The push service notices by itself whom it can reach.
  private static func follow(_ fact: NetworkEvent, of party: String, in state: inout State) {
    switch fact {
    case .networkLost: state.pushService.connectionChanged(of: party, reachable: false)
    case .networkRestored: state.pushService.connectionChanged(of: party, reachable: true)
    case .answerLost:
      // The backend has done its work; only the network knows what became of the answer.
      break
    }
  }
}

extension RecordedEvent {
  /// The same record for one of the machines of which a world consists.
  @inline(__always)
  func holding<Own: Vocabulary>(_ own: Own) -> RecordedEvent<Own> {
    RecordedEvent<Own>(seq: seq, at: at, party: party, cause: cause, event: own)
  }
}
