import EventSourcing

/// A machine in virtual time, with what is on its way between its parties.
///
/// A value without its log: it can be copied, compared, hashed and stepped by a choice. The
/// records of a step go to a sink. Folding the log alone gives the same state and the same
/// effects.
public struct World<S: System>: Hashable, Sendable {
  /// One way in which the world can go on.
  public typealias Choice = WorldChoice<S.Machine.Event, S.Reply>
  /// The receiver of the records of a step.
  public typealias Sink = RecordSink<S.Machine.Event, S.Machine.Effect>

  /// The machine with its processes and timers.
  public internal(set) var engine: Engine<S>
  /// The instant reached.
  public private(set) var now: Instant
  /// The side that answers requests.
  public var answering = Answering.choices
  /// The messages of the last step, for a chooser that decides whether they arrive.
  @Incidental public internal(set) var sent: [Sent] = []

  var links: [Link] = []
  var flights = FlightTable<S.Machine.Event>()
  @Incidental private var schedule = Schedule<Due>()
  @Incidental private var order: Int64 = 0

  /// The side that answers requests.
  public enum Answering: Hashable, Sendable {
    /// A choice for each request; without one it hangs until the transport gives up.
    case choices
    /// The system's backends, over a network with this time from a request to its answer.
    case backends(latency: TimeSpan)
  }

  /// Something that a step has put on its way.
  public enum Sent: Hashable, Sendable {
    /// A request of this kind that waits for a choice.
    case request(RequestID, kind: String)
    /// A message over the network of simulated backends.
    case flight(FlightID)
  }

  /// A place at which something is due.
  private enum Due: Sendable {
    case flight(slot: Int), timer(party: Int), timeout(party: Int)
  }

  /// Creates a world in which nothing has happened.
  ///
  /// The readings enter the machine before record 1, as replay does it from a trace's header.
  public init(
    start: Instant, profile: String, readings: S.Machine.Readings,
    installed: S.Machine.State = S.Machine.initial
  ) {
    now = start
    engine = Engine(at: start, profile: profile, readings: readings, installed: installed)
  }

  /// Continues from the state that the fold of a log has reached, with every open request waiting
  /// for a choice. A log does not show what was on its way to backends or between them.
  package init(resuming engine: Engine<S>, at now: Instant) {
    (self.engine, self.now) = (engine, now)
    for (place, party) in engine.parties.enumerated() {
      links.append(Link())
      self.engine.parties[place].keepRequests { $0.kind != nil && $0.number != nil }
      for timer in party.timers { plan(timerOf: place, due: timer.due, cause: timer.cause) }
      for request in self.engine.parties[place].requests {
        planLimit(request.limit, ofRequestOf: place, request.effect.seq)
      }
    }
  }

  /// The machine's state.
  public var state: S.Machine.State { engine.state }

  /// Adds a device; its profile and configuration complete its first launch.
  public mutating func add(party: String, device: S.Device, config: S.Machine.Config) {
    engine.add(party, device: device, config: config)
    links.append(Link())
  }

  /// Adds the system's backends and lets them answer requests from now on.
  public mutating func simulateBackends(latency: TimeSpan) {
    for party in S.backends where engine.place(of: party) == nil {
      add(party: party, device: S.defaultDevice(named: party), config: S.defaultConfig)
    }
    answering = .backends(latency: latency)
  }

  /// Goes on by one choice; its records go to `sink`.
  ///
  /// - Returns: Whether the choice applies. Where it does not, nothing has changed: a list from
  ///   which a choice was deleted may name what no longer comes about.
  @discardableResult
  public mutating func step(_ choice: Choice, into sink: inout some Sink) -> Bool {
    if !sent.isEmpty { sent.removeAll(keepingCapacity: true) }
    switch choice {
    case .next: return happenNext(into: &sink)
    case .wait(let instant): return wait(until: instant)
    case .input(let input): return happen(input, into: &sink)
    case .deliver(let id): return deliver(id, into: &sink)
    case .fire(let party, let timer): return fire(timer, of: party, into: &sink)
    case .giveUp(let request): return giveUp(request, into: &sink)
    case .answer(let request, let reply, let time):
      return answer(request, S.answered(request.number, with: reply), after: time)
    case .fail(let request, let failure, let time):
      return answer(request, S.failed(request.number, failure), after: time)
    case .drop(let id): return flights.last(of: id).flatMap { flights.take($0) } != nil
    case .duplicate(let id, let time): return resend(id, after: time, asCopy: true)
    case .delay(let id, let time): return resend(id, after: time, asCopy: false)
    case .stopLosingAnswers:
      // Written only where it changes something: a copy of the world shares its links.
      for place in links.indices where links[place].answersToLose > 0 {
        links[place].answersToLose = 0
      }
      return true
    }
  }

  /// Returns the instant at which something is due next; `nil` where nothing is.
  public mutating func nextDue() -> Instant? {
    while let (time, due) = schedule.first {
      if isCurrent(due, at: time) { return max(time.at, now) }
      schedule.take()
    }
    return nil
  }
}

// MARK: - Steps

extension World {
  private mutating func happenNext(into sink: inout some Sink) -> Bool {
    guard nextDue() != nil, let (time, due) = schedule.take() else { return false }
    now = max(now, time.at)
    switch due {
    case .flight(let slot):
      if let flight = flights.take(slot) { arrive(flight, into: &sink) }
    case .timer(let place):
      if let timer = engine.takeTimer(setBy: time.cause, of: place) {
        happen(timer.event, to: place, cause: time.cause, into: &sink)
      }
    case .timeout(let place):
      if let request = engine.parties[place].takeRequest(where: { $0.effect.seq == time.cause }) {
        timeOut(request, of: place, into: &sink)
      }
    }
    return true
  }

  private mutating func giveUp(_ request: RequestID, into sink: inout some Sink) -> Bool {
    guard let due = nextDue(), let place = engine.place(of: request.party),
      let open = engine.parties[place].requests.first(where: { $0.number == request.number }),
      max(open.limit, now) == due
    else { return false }
    now = due
    engine.parties[place].takeRequest { $0.effect.seq == open.effect.seq }
    timeOut(open, of: place, into: &sink)
    return true
  }

  private mutating func wait(until instant: Instant) -> Bool {
    guard instant >= now, nextDue() ?? .distantFuture >= instant else { return false }
    now = instant
    return true
  }

  private mutating func happen(
    _ input: Input<S.Machine.Event>, into sink: inout some Sink
  ) -> Bool {
    guard let place = engine.place(of: input.party), wait(until: input.at) else { return false }
    let seq = happen(input.event, to: place, cause: nil, into: &sink)
    if case .network(let change) = input.event.name.role {
      apply(change, to: place, cause: seq, into: &sink)
    }
    return true
  }

  private mutating func deliver(_ id: FlightID, into sink: inout some Sink) -> Bool {
    guard let slot = flights.slot(of: id), let first = nextDue(), let flight = flights.take(slot)
    else { return false }
    now = min(first, max(flight.due, now))
    arrive(flight, into: &sink)
    return true
  }

  private mutating func fire(
    _ name: String, of party: String, into sink: inout some Sink
  ) -> Bool {
    guard let place = engine.place(of: party), let first = nextDue(),
      let timer = engine.parties[place].timers.first(where: { $0.name == name }),
      max(timer.due, now) <= first
    else { return false }
    _ = engine.takeTimer(setBy: timer.cause, of: place)
    now = max(timer.due, now)
    happen(timer.event, to: place, cause: timer.cause, into: &sink)
    return true
  }

  private mutating func answer(
    _ request: RequestID, _ event: S.Machine.Event?, after time: TimeSpan
  ) -> Bool {
    guard let event, let place = engine.place(of: request.party),
      let open = engine.parties[place].nextAnswer(to: request.number)
    else { return false }
    let id = FlightID(
      party: request.party, half: .answer, number: request.number, copy: open.answers - 1)
    send(
      .answer(event, request: request.number), as: id, to: request.party, after: time,
      cause: open.effect.seq)
    return true
  }

  /// Sends something on its way again, later: in place of the first, or as a copy of it.
  private mutating func resend(_ id: FlightID, after time: TimeSpan, asCopy isCopy: Bool) -> Bool {
    guard let slot = flights.last(of: id), let flight = isCopy ? flights[slot] : flights.take(slot)
    else { return false }
    var other = id
    if isCopy { other.copy = flights.freeCopy(of: id) }
    send(
      flight.content, as: other, to: flight.recipient, after: max(flight.due, now) - now + time,
      cause: flight.cause, answering: flight.time.cause)
    return true
  }

  // MARK: - The schedule

  /// Puts something on its way to a party.
  ///
  /// `request` is the record of the request that it answers: at one instant answers arrive in the
  /// order of their requests.
  mutating func send(
    _ content: consuming Flight<S.Machine.Event>.Content, as id: FlightID, to recipient: String,
    after time: TimeSpan, cause: Int64, answering request: Int64? = nil
  ) {
    order += 1
    let flight = Flight(
      id,
      at: ScheduleTime(at: now + time, rank: .arrival, cause: request ?? cause, order: order),
      to: recipient, content, cause: cause)
    let arrival = flight.time
    schedule.add(.flight(slot: flights.add(flight)), at: arrival)
  }

  /// Plans that a request is given up at its limit.
  mutating func planLimit(_ limit: Instant, ofRequestOf place: Int, _ cause: Int64) {
    order += 1
    schedule.add(
      .timeout(party: place),
      at: ScheduleTime(at: limit, rank: .timeout, cause: cause, order: order))
  }

  /// Plans a timer that the engine has armed.
  mutating func plan(timerOf place: Int, due: Instant, cause: Int64) {
    order += 1
    schedule.add(
      .timer(party: place),
      at: ScheduleTime(at: max(due, now), rank: .timer, cause: cause, order: order))
  }

  /// Lets an event happen now to the party at `place`, and performs what it orders.
  @discardableResult
  mutating func happen(
    _ event: S.Machine.Event, to place: Int, cause: Int64?, isAwaited: Bool = true,
    into sink: inout some Sink
  ) -> Int64 {
    switch event.name.role {
    case .processStart, .processEnd: loseProcess(of: place)
    case .outside, .inside, .harness, .backendSettings, .backend, .backendDevice, .network: break
    }
    let seq = engine.happen(event, to: place, at: now, cause: cause, into: &sink)
    let party = engine.parties[place].name
    var number = seq
    for effect in engine.effects.ordered {
      number += 1
      perform(
        S.outcome(of: effect, by: party, in: engine.state), by: place, cause: number,
        request: cause, isAwaited: isAwaited)
    }
    return seq
  }

  /// Whether what an entry points to is still there.
  private func isCurrent(_ due: Due, at time: ScheduleTime) -> Bool {
    switch due {
    case .flight(let slot): flights.isPlanned(slot, as: time)
    case .timer(let place): engine.parties[place].hasTimer(setBy: time.cause)
    case .timeout(let place): engine.parties[place].place(ofRequestMadeBy: time.cause) != nil
    }
  }
}
