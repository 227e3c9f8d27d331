import EventSourcing

/// A machine in virtual time: events happen, effects are carried out, and what follows from them
/// is scheduled. Time jumps from one instant at which something is due to the next.
///
/// The log is the whole outcome: folding it again gives the same state and the same effects.
public struct World<S: System>: Sendable {
  /// Everything that has happened and was ordered.
  public private(set) var log = EventLog<S.Machine.Event, S.Machine.Effect>()
  /// The machine's state after the last record.
  public private(set) var state = S.Machine.initial
  /// The instant reached.
  public private(set) var now: Instant
  /// Where the world stopped, because one instant would never have ended.
  public private(set) var endless: EndlessInstant?

  var parties: [WorldParty<S>] = []
  var indexes: [String: Int] = [:]
  var schedule = Schedule<Due>()
  var answering = Answering.script(Script())
  /// Whether processes begin by an event; where none does, every party lives from the start.
  private let startsProcesses: Bool
  private var effects = Effects<S.Machine.Effect>()
  private var given: [(kind: String, count: Int64)] = []

  /// Who answers requests.
  enum Answering: Sendable {
    case script(Script<S.Reply>)
    case backends(Network)
  }

  /// Something that is due at an instant.
  struct Due: Sendable {
    /// The index of the party it reaches.
    var party: Int
    /// The process it is meant for; a backend has only one.
    var incarnation: Int64
    var kind: Kind

    enum Kind: Sendable {
      case timer(name: String)
      /// A scripted answer or failure, or anything that arrives at a backend.
      case event(S.Machine.Event)
      /// An answer of a simulated backend.
      case answer(S.Machine.Event, request: Int64)
      /// The transport gives up.
      case timeout(request: Int64)
      /// Something unasked that reaches a device.
      case push(S.Machine.Event)
    }
  }

  /// Creates a world in which nothing has happened; `start` is its first instant.
  ///
  /// The readings enter the machine before record 1, as replay does it from a trace's header.
  public init(start: Instant, profile: String, readings: S.Machine.Readings) {
    now = start
    startsProcesses = S.Machine.Event.samples.contains { S.role(of: $0) == .processStart }
    if let event = S.readingsSet(profile: profile, readings) {
      let record = RecordedEvent(seq: 0, at: start, event: event)
      S.Machine.reduce(&state, record, into: &effects)
      effects.removeAll()
    }
  }

  /// Adds a device; its profile and configuration complete its first launch.
  public mutating func add(party: String, device: S.Device, config: S.Machine.Config) {
    var added = WorldParty<S>(name: party, device: device, config: config, isBackend: false)
    added.lives = !startsProcesses
    add(added)
  }

  /// Lets a script answer requests from now on.
  public mutating func answer(by script: Script<S.Reply>) { answering = .script(script) }

  /// Lets the system's backends answer requests from now on.
  public mutating func simulate(_ network: Network) {
    for party in S.backends where indexes[party] == nil {
      add(
        WorldParty(
          name: party, device: S.standardDevice(named: party), config: S.standardConfig,
          isBackend: true))
    }
    for index in parties.indices {
      parties[index].network = network.stream(for: parties[index].name)
    }
    answering = .backends(network)
  }

  /// Records the readings for every device from now on, as the harness does at time zero after a
  /// fixture.
  public mutating func set(profile: String, readings: S.Machine.Readings) {
    guard let event = S.readingsSet(profile: profile, readings) else { return }
    for party in parties where !party.isBackend { fold(event, party: party.name, cause: nil) }
  }

  /// Runs everything that is due up to and including `instant`, and stops there.
  public mutating func advance(to instant: Instant) {
    while let next = schedule.next, next <= instant, endless == nil { runNext() }
    now = max(now, instant)
  }

  /// Lets an event happen now, from outside, and runs all that it leads to at this instant.
  public mutating func happen(_ event: S.Machine.Event, to party: String) {
    guard let index = indexes[party] else { return }
    let role = S.role(of: event)
    if role == .processEnd { parties[index].endProcess() }
    let seq = fold(
      role == .processStart ? start(index, by: event) : event, party: party, cause: nil)
    if case .network(let change) = role { apply(change, to: index, cause: seq) }
    advance(to: now)
  }

  /// Starts a process; its first one learns what is known of the device.
  private mutating func start(_ party: Int, by event: S.Machine.Event) -> S.Machine.Event {
    parties[party].endProcess()
    parties[party].lives = true
    defer { parties[party].launched = true }
    return S.complete(
      event, device: parties[party].device, config: parties[party].config,
      first: !parties[party].launched)
  }

  /// Writes a remark into the log.
  public mutating func note(_ text: String, party: String) {
    log.append(note: text, at: now, party: party)
  }

  /// Whether the party's process lives; backends always do.
  public func lives(_ party: String) -> Bool {
    indexes[party].map { parties[$0].lives || parties[$0].isBackend } ?? false
  }

  /// The party's armed timers, in the order in which they were set.
  public func timers(of party: String) -> [(name: String, due: Instant)] {
    guard let index = indexes[party] else { return [] }
    return parties[index].timers.map { ($0.name, $0.due) }
  }

  /// Folds an event, writes it and its effects down, and carries the effects out.
  @discardableResult
  mutating func fold(_ event: S.Machine.Event, party: String, cause: Int64?) -> Int64 {
    let record = log.append(event: event, at: now, party: party, cause: cause)
    effects.removeAll()
    S.Machine.reduce(&state, record, into: &effects)
    for effect in effects.ordered {
      let seq = log.append(effect: effect, at: now, party: party, cause: record.seq)
      carryOut(S.outcome(of: effect, by: party, in: state), by: party, seq: seq)
    }
    return record.seq
  }

  /// The number of a request among those of its kind, from 1.
  mutating func number(of kind: String) -> Int64 {
    if let index = given.firstIndex(where: { $0.kind == kind }) {
      given[index].count += 1
      return given[index].count
    }
    given.append((kind, 1))
    return 1
  }

  private mutating func add(_ party: WorldParty<S>) {
    var party = party
    if case .backends(let network) = answering {
      party.network = network.stream(for: party.name)
    }
    indexes[party.name] = parties.count
    parties.append(party)
  }

  private mutating func runNext() {
    guard let (time, due) = schedule.take() else { return }
    guard parties[due.party].isReached(by: due.incarnation) || due.isPush else { return }
    guard let event = resolve(due, cause: time.cause) else { return }
    now = max(now, time.at)
    if parties[due.party].isEndless(at: now) {
      endless = EndlessInstant(party: parties[due.party].name, at: now)
      return
    }
    fold(event, party: parties[due.party].name, cause: time.cause)
  }
}

/// An instant that one party does not get past: each answer leads to the next request at once.
public struct EndlessInstant: Equatable, Sendable {
  /// The party that goes round in circles.
  public let party: String
  /// The instant.
  public let at: Instant
  /// How many events of a party may follow from one another at one instant.
  public static let limit = 10_000

  /// Names an instant.
  public init(party: String, at: Instant) {
    self.party = party
    self.at = at
  }
}

extension World.Due {
  /// Whether it reaches a device whatever becomes of its process.
  var isPush: Bool {
    if case .push = kind { true } else { false }
  }
}
