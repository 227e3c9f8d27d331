import EventSourcing

/// Any number of devices and the backends behind their network as one machine with one log; a
/// single device without backends is the same machine.
///
/// A record's party says to which device or backend an event happened. An event costs the same
/// however many devices there are, unless it orders something for each of them.
public enum DeviceWorld<C: Composition>: Reducer {
  public typealias State = WorldState<C>
  public typealias Event = WorldEvent<C.SDK.Event, C.Backend.Event>
  public typealias Effect = WorldEffect<C.SDK.Effect, C.Backend.Effect>
  public typealias Config = C.SDK.Config
  public typealias Readings = C.SDK.Readings

  public static var initial: WorldState<C> { WorldState() }

  public static func reduce(
    _ state: inout State, _ event: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    switch event.event {
    case .device(let own):
      if let readings = own.readings {
        setReadings(readings, by: own, at: event.at, of: event.party, in: &state, into: &effects)
      } else {
        fold(own, at: event.at, of: event.party, into: &state, &effects)
      }
    case .backend(let own):
      var orders = Effects<C.Backend.Effect>()
      state.backend.update { backend in
        C.Backend.reduce(&backend, event.holding(own), into: &orders)
      }
      for order in orders.ordered { effects.append(C.recorded(order)) }
    case .network(let fact):
      networkChanged(fact, of: event.party, in: &state)
    }
  }

  private static func fold(
    _ event: C.SDK.Event, at instant: Instant, of party: String, into state: inout State,
    _ effects: inout Effects<Effect>
  ) {
    var orders = Effects<C.SDK.Effect>()
    swap(&orders, &state.orders)
    let index = state.devices.index(of: party)
    let fact = state.devices.update(index) { device in
      C.SDK.reduce(&device, event, at: instant, into: &orders)
      return C.fact(of: device)
    }
    if state.devices.notes(fact, at: index) {
      state.backend.update { C.factChanged(fact, of: party, in: &$0) }
    }
    for order in orders.ordered { effects.append(.device(order)) }
    orders.removeAll()
    swap(&orders, &state.orders)
  }

  /// Readings hold for the device under whose name they are recorded and for every later one;
  /// without a name they come from a trace's header, before any device.
  private static func setReadings(
    _ readings: C.SDK.Readings, by event: C.SDK.Event, at instant: Instant, of party: String,
    in state: inout State, into effects: inout Effects<Effect>
  ) {
    var unused = Effects<C.SDK.Effect>()
    state.devices.updateUntouched { C.SDK.reduce(&$0, event, at: instant, into: &unused) }
    if state.devices.knows(party) { fold(event, at: instant, of: party, into: &state, &effects) }
    state.backend.update { C.setReadings(readings, in: &$0) }
  }

  /// A device learns of its network by an event of its own; a backend notices by itself
  /// which devices it can reach.
  private static func networkChanged(
    _ event: NetworkEvent, of party: String, in state: inout State
  ) {
    switch event {
    case .networkLost:
      state.backend.update { C.networkChanged(of: party, online: false, in: &$0) }
    case .networkRestored:
      state.backend.update { C.networkChanged(of: party, online: true, in: &$0) }
    case .answerLost:
      // The backend has done its work; only the network knows what became of the answer.
      break
    }
  }
}

extension RecordedEvent {
  /// The same record for one of the machines of which a world consists.
  @inline(__always)
  func holding<Own: Vocabulary>(_ own: consuming Own) -> RecordedEvent<Own> {
    RecordedEvent<Own>(seq: seq, at: at, party: party, cause: cause, event: own)
  }
}
