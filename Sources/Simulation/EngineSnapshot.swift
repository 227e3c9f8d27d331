import EventSourcing

/// All that a machine and the harness around it remember at one point of a log, from which a fold
/// goes on as if it had read everything before.
public struct EngineSnapshot<Machine: Reducer>: Record {
  /// The machine's state.
  public var state: Machine.State
  /// The processes and timers of the parties, in the order in which something happened to them.
  public var parties: [PartyProcess<Machine>]

  init(state: Machine.State, parties: [PartyProcess<Machine>]) {
    self.state = state
    self.parties = parties
    for index in parties.indices { _ = self.parties[index].takeRequests() }
  }

  /// Whether its parties can be those of a run with these backends: there are some, each once and
  /// on its own side of the network.
  public func isOfARun(backends: [String]) -> Bool {
    let names = parties.map { $0.name }
    return Set(names).count == names.count && !names.isEmpty
      && parties.allSatisfy { $0.isBackend == backends.contains($0.name) }
  }

  public static var sample: EngineSnapshot {
    EngineSnapshot(state: Machine.initial, parties: [])
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> EngineSnapshot {
    EngineSnapshot(
      state: try visitor(
        "state", StoredState<Machine>(state: state), "All that the machine remembers."
      ).state,
      parties: try visitor("parties", parties, "Their processes and timers."))
  }
}

/// A machine's state as a described value.
public struct StoredState<Machine: Reducer>: Described {
  /// The machine's state.
  public var state: Machine.State

  /// Takes the state of a machine.
  public init(state: Machine.State) { self.state = state }

  public static var sample: StoredState { StoredState(state: Machine.initial) }

  public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> StoredState {
    StoredState(state: try Machine.stored(state, in: &visitor))
  }
}

extension PartyProcess: Record {
  public static var sample: PartyProcess {
    PartyProcess(name: "", isBackend: false, phase: .running)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PartyProcess {
    var stored = PartyProcess(
      name: try visitor("name", name, "The party's name."),
      isBackend: try visitor("backend", isBackend, "Whether it stands behind the network."),
      phase: try visitor("phase", phase, "The phase of its process."))
    stored.restore(try visitor("timers", timers, "The armed timers, in the order of setting."))
    return stored
  }
}

extension ArmedTimer: Record {
  public static var sample: ArmedTimer {
    ArmedTimer(name: "", due: .sample, event: StoredCase<Event>.sample.value, cause: 0)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ArmedTimer {
    ArmedTimer(
      name: try visitor("name", name, "Its name."),
      due: try visitor("due", due, "When it fires."),
      event: try visitor("fires", StoredCase(value: event), "The event that happens then.").value,
      cause: try visitor("cause", cause, "The record of the effect that set it."))
  }
}

/// An event with its name, as a described value.
private struct StoredCase<Event: Vocabulary>: Record {
  var value: Event

  static var sample: StoredCase {
    StoredCase(value: EventFields<Event>.sample.event)
  }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> StoredCase {
    let name = try visitor("event", value.name.description, "Its name.")
    // An unknown name reads as another event, and is refused by whoever reads: it would not be
    // written as it was read.
    let known = Event.Name.named(name)
    let value = known.flatMap { $0 == self.value.name ? nil : Event.sample(of: $0) } ?? self.value
    return StoredCase(value: try visitor("data", EventFields(value), "Its fields.").event)
  }
}
