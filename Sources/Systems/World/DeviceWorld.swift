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

  /// Asks the SDK about an event of a device; nothing that a backend hears starts it over.
  public static func startsOver(with event: Event) -> Bool {
    if case .device(let own) = event { C.SDK.startsOver(with: own) } else { false }
  }

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
    case .network(.answerLost):
      // The backend has done its work; only the network knows what became of the answer.
      break
    // A device learns of its network by an event of its own; a backend notices by itself which
    // devices it can reach.
    case .network(.networkLost):
      state.backend.update { C.networkChanged(of: event.party, online: false, in: &$0) }
    case .network(.networkRestored):
      state.backend.update { C.networkChanged(of: event.party, online: true, in: &$0) }
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
}

extension RecordedEvent {
  /// The same record for one of the machines that make up a world.
  @inline(__always)
  func holding<Own: Vocabulary>(_ own: consuming Own) -> RecordedEvent<Own> {
    RecordedEvent<Own>(seq: seq, at: at, party: party, cause: cause, event: own)
  }
}

/// The SDK of a device, as every world runs it.
public protocol DeviceSDK: Reducer
where State: Record, Event: SDKEvent, Event.Readings == Readings {
  /// Folds an event where the state stands: a record of its own would be a copy for each event.
  static func reduce(
    _ state: inout State, _ event: Event, at instant: Instant, into effects: inout Effects<Effect>)

  /// Finds the gates that hold back the effects of this name at an instant; `nil` without gates.
  static func gates(
    of effect: Effect.Name, in state: State, at instant: Instant
  ) -> [HeldGate]?

  /// Finds the gates that can hold back the effects of this name; none for those without gates.
  static func gateWords(of effect: Effect.Name) -> [GateWord]
}

/// The events that any SDK has: the harness, the system and the network bring them about.
public protocol SDKEvent: Vocabulary {
  /// The choices where the documents disagree or are silent.
  associatedtype Readings

  /// The readings that the event sets for every later device; `nil` for all other events.
  var readings: Readings? { get }

  /// The device lost its network or got it back.
  static func connectivityChanged(online: Bool) -> Self
  /// The wall clock was set.
  static func wallClockChanged(by: TimeSpan) -> Self
  /// The app left the screen.
  static var appBackgrounded: Self { get }
  /// A request was not answered.
  static func requestFailed(request: Int64, reason: NetworkFailure) -> Self
}

/// The devices of a world by name, each with what its SDK remembers.
public struct DeviceTable<C: Composition>: Hashable, Sendable {
  /// Every device to which something has happened, in that order.
  public private(set) var entries: [Entry] = []
  /// A device to which nothing has happened, under the readings that hold now.
  private(set) var untouched = Shared(C.SDK.initial)
  private var indexes: [String: Int] = [:]

  /// One device.
  public struct Entry: PartView {
    /// The name under which its events are recorded.
    public let name: String
    /// The state of its SDK.
    public var state: C.SDK.State { shared.value }

    fileprivate var shared: Shared<C.SDK.State>
    /// The fact about which the backends were last notified.
    fileprivate var fact: C.Fact?

    public static var sample: Entry { Entry(name: "", shared: Shared(C.SDK.initial)) }

    public func view(_ visitor: inout some ViewVisitor) {
      visitor.party(name, shared)
    }
  }

  /// The state of the SDK of `party`; a device without events is as it was installed.
  @inline(__always)
  public subscript(party: String) -> C.SDK.State { shared(party).value }

  /// The same without a copy of the state: a caller that reads a part of it pays only for that.
  @inline(__always)
  func shared(_ party: String) -> Shared<C.SDK.State> {
    place(of: party).map { entries[$0].shared } ?? untouched
  }

  private func place(of party: String) -> Int? {
    // To compare a few names is faster than to hash one.
    if entries.count > 4 { return indexes[party] }
    return entries.firstIndex { $0.name == party }
  }

  /// Lets every later device start from another state.
  mutating func updateUntouched(_ change: (inout C.SDK.State) -> Void) {
    untouched.update(change)
  }

  func knows(_ party: String) -> Bool { place(of: party) != nil }

  /// The index of the device, which is added at its first event.
  mutating func index(of party: String) -> Int {
    if let index = place(of: party) { return index }
    indexes[party] = entries.count
    entries.append(Entry(name: party, shared: untouched))
    return entries.count - 1
  }

  /// Changes the state of the device at `index`, in place unless a copy of the world shares it.
  @inline(__always)
  mutating func update<Result>(_ index: Int, _ change: (inout C.SDK.State) -> Result) -> Result {
    entries[index].shared.update(change)
  }

  /// Records the fact that holds for the device at `index`; true where it is another one than
  /// before.
  mutating func notes(_ fact: C.Fact, at index: Int) -> Bool {
    if entries[index].fact == fact { return false }
    entries[index].fact = fact
    return true
  }
}

extension DeviceTable: Record {
  public static var sample: DeviceTable { DeviceTable() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DeviceTable {
    var stored = DeviceTable()
    stored.entries = try visitor("entries", entries, "In the order of their first events.")
    stored.untouched = try visitor("installed", untouched, "The state of a new device.")
    for index in stored.entries.indices {
      let entry = stored.entries[index]
      stored.indexes[entry.name] = index
      // The backends were notified of the fact that holds.
      stored.entries[index].fact = C.fact(of: entry.state)
    }
    return stored
  }
}

extension DeviceTable.Entry: Record {
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DeviceTable.Entry {
    DeviceTable.Entry(
      name: try visitor("name", name, "Under which its events are recorded."),
      shared: try visitor("state", shared, "All that its SDK remembers."), fact: fact)
  }
}
