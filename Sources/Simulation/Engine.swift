import EventSourcing

/// Feeds a machine with events: it applies the readings before record 1, completes first launches,
/// folds, and keeps the process, timers and open requests of each party.
///
/// A world adds the schedule and the network, replay the comparison, a recording in a spec the
/// judging, a live host the real clock. It is a value without a log: two engines are equal when the
/// same events lead to the same effects from here on.
public struct Engine<S: System>: Hashable, Sendable {
  /// Gives the event that sets readings in place of one that the harness recorded.
  public typealias Override = @Sendable (S.Machine.Event) -> S.Machine.Event

  /// The machine's state after the last event.
  public private(set) var state: S.Machine.State
  /// The parties to which something happened or that were added, in that order.
  public internal(set) var parties: [PartyProcess<S.Machine>] = []
  /// The effects of the last event.
  @Incidental public private(set) var effects = Effects<S.Machine.Effect>()
  /// The device and the configuration that complete the first launch of each party.
  @Incidental private var profiles: [(device: S.Device, config: S.Machine.Config)] = []
  /// The parts that never change, in one place that all copies share.
  @Incidental private var constants: Constants
  @Incidental private var indexes: [String: Int] = [:]
  @Incidental private var lastIndex = 0

  private final class Constants: Sendable {
    let defaultConfig: S.Machine.Config
    let override: Override?
    /// The event that sets what holds before record 1.
    let first: S.Machine.Event?

    init(defaultConfig: S.Machine.Config, override: Override?, first: S.Machine.Event?) {
      self.defaultConfig = defaultConfig
      self.override = override
      self.first = first
    }
  }

  /// Folds the readings, which hold before record 1 as in a trace's header.
  ///
  /// `config` completes the first launch of parties that were not added with one of their own;
  /// `override` changes `readings` and whatever the harness records later; `installed` is the
  /// machine before that, which is another one only where it has a bug of the gallery.
  public init(
    at start: Instant, profile: String, readings: S.Machine.Readings,
    config: S.Machine.Config = S.defaultConfig, override: Override? = nil,
    installed: S.Machine.State = S.Machine.initial
  ) {
    state = installed
    assert(Engine.namesRequests, "\(S.name) has to say which field holds the number of a request")
    let first = S.readingsSet(profile: profile, readings).map { override?($0) ?? $0 }
    constants = Constants(defaultConfig: config, override: override, first: first)
    if let event = first {
      S.Machine.reduce(
        &state, RecordedEvent(seq: 0, at: start, event: event), into: &_effects.wrappedValue)
      effects.removeAll()
    }
  }

  /// Whether the number of a request can be read from its answers, where there are any.
  private static var namesRequests: Bool {
    S.failed(7, .offline).map { $0.request == 7 } ?? true
  }

  /// All that is remembered after the last event; `nil` where the machine does not describe its
  /// state.
  public var snapshot: EngineSnapshot<S.Machine>? {
    S.Machine.describesState ? EngineSnapshot(state: state, parties: parties) : nil
  }

  /// Continues from what a snapshot remembers, under the readings of its state unless others
  /// override them. A snapshot does not contain the open requests.
  public mutating func restore(_ snapshot: EngineSnapshot<S.Machine>, at now: Instant) {
    state = snapshot.state
    parties = []
    profiles = []
    indexes = [:]
    lastIndex = 0
    effects.removeAll()
    for party in snapshot.parties {
      let index = add(
        party.name, device: S.defaultDevice(named: party.name), config: constants.defaultConfig)
      parties[index] = party
    }
    if constants.override != nil, let event = constants.first {
      for party in [""] + parties.filter({ !$0.isBackend }).map({ $0.name }) {
        S.Machine.reduce(
          &state, RecordedEvent(seq: 0, at: now, party: party, event: event),
          into: &_effects.wrappedValue)
      }
      effects.removeAll()
    }
  }

  /// Drops what the last event ordered, with the storage for it.
  mutating func forgetEffects() { effects = Effects() }

  /// Goes on with another state; processes, timers and open requests stay.
  public mutating func assume(_ state: S.Machine.State) { self.state = state }

  /// Adds a party whose first launch is completed by this device and configuration.
  @discardableResult
  public mutating func add(_ party: String, device: S.Device, config: S.Machine.Config) -> Int {
    let isBackend = S.backends.contains(party)
    let phase: PartyPhase = isBackend || !S.startsProcesses ? .running : .neverStarted
    indexes[party] = parties.count
    parties.append(PartyProcess(name: party, isBackend: isBackend, phase: phase))
    profiles.append((device, config))
    return parties.count - 1
  }

  /// The party's place in `parties`; `nil` where nothing has happened to it.
  public func place(of party: String) -> Int? {
    // To compare a few names is faster than to hash one.
    if parties.count > 4 { return indexes[party] }
    return parties.firstIndex { $0.name == party }
  }

  /// The party's process; `nil` where nothing has happened to it.
  public func process(of party: String) -> PartyProcess<S.Machine>? {
    place(of: party).map { parties[$0] }
  }

  /// Folds a record of a log. Its effects are in `effects`, in the order of the numbers that
  /// follow the record's own.
  ///
  /// - Returns: The event as the machine saw it; `nil` where that is the recorded one.
  @discardableResult
  public mutating func fold(_ record: RecordedEvent<S.Machine.Event>) -> S.Machine.Event? {
    let index = index(of: record.party)
    if !parties[index].requests.isEmpty {
      parties[index].endRequest(answeredBy: record)
    }
    let seen = prepare(record.event, of: index, at: record.at)
    if let seen {
      var copy = record
      copy.event = seen
      reduce(copy, of: index)
    } else {
      reduce(record, of: index)
    }
    return seen
  }

  /// Lets an event happen to the party at `index`, folds it, and hands it and its effects to
  /// `sink`. A caller that performs requests has to remove the one that the event answers.
  ///
  /// - Returns: The number of the event's record.
  public mutating func happen(
    _ event: S.Machine.Event, to index: Int, at now: Instant, cause: Int64?,
    into sink: inout some RecordSink<S.Machine.Event, S.Machine.Effect>
  ) -> Int64 {
    let party = parties[index].name
    let seen = prepare(event, of: index, at: now) ?? event
    let record = sink.append(event: seen, at: now, party: party, cause: cause)
    reduce(record, of: index)
    for effect in effects.ordered {
      sink.append(effect: effect, at: now, party: party, cause: record.seq)
    }
    return record.seq
  }

  /// Removes the timer that is about to fire; `nil` where it was set again or cancelled.
  public mutating func takeTimer(setBy cause: Int64, of index: Int) -> ArmedTimer<S.Machine.Event>?
  {
    parties[index].takeTimer(setBy: cause)
  }

  /// Opens the request that an effect makes, if it makes one. `fold` and `happen` do so by
  /// themselves; a snapshot does not contain the requests.
  public mutating func open(_ effect: consuming RecordedEffect<S.Machine.Effect>) {
    guard let request = S.request(of: effect.effect, by: effect.party, in: state) else { return }
    let index = index(of: effect.party)
    parties[index].open(OpenRequest(request, madeBy: effect))
  }

  /// The open requests of all parties, in the order in which they were made.
  public var openRequests: [OpenRequest<S.Machine.Effect>] {
    parties.flatMap { $0.requests }.sorted { $0.effect.seq < $1.effect.seq }
  }

  /// Removes the open request that the effect of this record made; `nil` where it has ended.
  @discardableResult
  public mutating func takeRequest(madeBy seq: Int64) -> OpenRequest<S.Machine.Effect>? {
    for index in parties.indices {
      if let request = parties[index].takeRequest(where: { $0.effect.seq == seq }) {
        return request
      }
    }
    return nil
  }

  /// The party's place; one that was never heard of is added with the defaults.
  private mutating func index(of party: String) -> Int {
    if lastIndex < parties.count, parties[lastIndex].name == party { return lastIndex }
    lastIndex =
      indexes[party]
      ?? add(party, device: S.defaultDevice(named: party), config: constants.defaultConfig)
    return lastIndex
  }

  /// Applies an event to the party's process, and returns the event that is folded in its place.
  private mutating func prepare(
    _ event: S.Machine.Event, of index: Int, at now: Instant
  ) -> S.Machine.Event? {
    switch event.name.role {
    case .processStart:
      guard parties[index].start() else { return nil }
      return S.complete(
        event, of: parties[index].name, device: profiles[index].device,
        config: profiles[index].config, in: state)
    case .processEnd(let end):
      parties[index].end(by: end)
    case .inside:
      parties[index].forgetTimer(event, due: now)
    case .harness:
      return constants.override?(event)
    case .outside, .backendSettings, .backend, .backendDevice, .network:
      break
    }
    return nil
  }

  private mutating func reduce(_ record: RecordedEvent<S.Machine.Event>, of index: Int) {
    effects.removeAll()
    S.Machine.reduce(&state, record, into: &_effects.wrappedValue)
    var seq = record.seq
    for effect in effects.ordered {
      seq &+= 1
      switch effect.name.role {
      case .timer: setTimer(effect, seq, of: index)
      case .request:
        open(
          RecordedEffect(
            seq: seq, at: record.at, party: record.party, cause: record.seq, effect: effect))
      case .toApp, .internal: break
      }
    }
  }

  private mutating func setTimer(_ effect: S.Machine.Effect, _ seq: Int64, of index: Int) {
    switch S.outcome(of: effect, by: parties[index].name, in: state) {
    case .wake(let timer, let due, let event):
      parties[index].set(ArmedTimer(name: timer, due: due, event: event, cause: seq))
    case .cancel(let timer):
      parties[index].cancelTimer(timer)
    case .internal, .external, .request, .message:
      break
    }
  }
}
