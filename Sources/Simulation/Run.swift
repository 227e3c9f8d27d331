import EventSourcing

/// A world with its log and what chooses for it: the order of the schedule, or the scripted answers
/// of a spec.
public struct Run<S: System>: Sendable {
  /// The world as it is now.
  public private(set) var world: World<S>
  /// Everything that has happened and was ordered.
  public private(set) var log = Log()
  /// The reason why the run stopped here; `nil` while it can go on.
  public private(set) var stop: RunStop?
  /// The number of records that the run may have before it stops.
  public var budget: Int64
  /// The order of things that are due at one instant.
  public var ties = TieOrder.scheduled

  private var script = Script<S.Reply>()
  private var depth = CausalDepth()
  private var size = KeptSize()

  /// The log of the system's machine.
  public typealias Log = EventLog<S.Machine.Event, S.Machine.Effect>

  /// The number of records that a run may have by default.
  public static var defaultBudget: Int64 { 10_000_000 }

  /// Creates a run in which nothing has happened.
  public init(
    start: Instant, profile: String, readings: S.Machine.Readings,
    budget: Int64 = Run.defaultBudget, installed: S.Machine.State = S.Machine.initial
  ) {
    world = World(start: start, profile: profile, readings: readings, installed: installed)
    self.budget = budget
  }

  /// The instant reached.
  public var now: Instant { world.now }
  /// The machine's state after the last record.
  public var state: S.Machine.State { world.engine.state }

  /// Adds a device; its profile and configuration complete its first launch.
  public mutating func add(party: String, device: S.Device, config: S.Machine.Config) {
    world.add(party: party, device: device, config: config)
  }

  /// Lets a script answer requests from now on.
  public mutating func answer(by script: Script<S.Reply>) {
    var script = script
    script.continueCounts(of: self.script)
    self.script = script
    world.answering = .choices
  }

  /// Lets the system's backends answer requests from now on, each after `latency`; `settings` sets
  /// them up where they do not keep their defaults.
  public mutating func simulate(latency: TimeSpan, settings: S.Machine.Event? = nil) {
    world.simulateBackends(latency: latency)
    if let settings, settings.name.role == .backendSettings {
      happen(settings, to: S.backend(of: settings))
    }
  }

  /// Records the readings for every device from now on, as the harness does at time zero after a
  /// fixture.
  public mutating func set(profile: String, readings: S.Machine.Readings) {
    guard let event = S.readingsSet(profile: profile, readings) else { return }
    for party in world.engine.parties where !party.isBackend {
      step(.input(Input(at: world.now, party: party.name, event: event)))
    }
  }

  /// Runs everything that is due up to and including `instant`, and stops there.
  public mutating func advance(to instant: Instant) {
    _ = advance(to: instant) { _ in false }
  }

  /// Runs what is due up to and including `instant`, one thing after the other, until `isReached`
  /// returns true for the log; anything else that is due then has not happened yet.
  ///
  /// - Returns: Whether it was reached.
  public mutating func advance(to instant: Instant, until isReached: (Log) -> Bool) -> Bool {
    while stop == nil, let due = world.nextDue(), due <= instant {
      step(nextDueChoice())
      if isReached(log) { return true }
    }
    if stop == nil, instant > world.now { world.step(.wait(until: instant), into: &log) }
    return false
  }

  /// Runs everything that comes before an input at `instant`: what is due at that instant too,
  /// unless the order of ties is reversed.
  public mutating func advance(toInputAt instant: Instant) {
    advance(to: ties == .reversed ? instant - .milliseconds(1) : instant)
  }

  /// Lets something happen from outside, after all that comes before it, and runs what it leads to
  /// at this instant.
  public mutating func happen(_ input: Input<S.Machine.Event>) {
    advance(toInputAt: input.at)
    begin(input)
    advance(to: input.at)
  }

  /// Lets something happen from outside now, before anything else that is due at this instant, and
  /// leaves what it leads to for later.
  public mutating func begin(_ input: Input<S.Machine.Event>) {
    if stop == nil { step(.input(input)) }
  }

  /// Lets something happen now, and runs what it leads to at this instant.
  public mutating func happen(_ event: S.Machine.Event, to party: String) {
    happen(Input(at: world.now, party: party, event: event))
  }

  /// Writes a note into the log.
  public mutating func note(_ text: String, party: String) {
    log.append(note: text, at: world.now, party: party)
    depth.update(log)
    size.update(log)
  }

  /// Takes all records out of the log, for a run too long to keep them; it goes on as if they were
  /// still there.
  public mutating func takeRecords() -> [LogRecord<S.Machine.Event, S.Machine.Effect>] {
    size.forgetRecords()
    return log.takeRecords()
  }

  /// Whether the party's process runs; that of a backend always does.
  public func isRunning(_ party: String) -> Bool {
    world.engine.process(of: party)?.isRunning ?? false
  }

  /// The party's armed timers, in the order in which they were set.
  public func timers(of party: String) -> [ArmedTimer<S.Machine.Event>] {
    world.engine.process(of: party)?.timers ?? []
  }

  /// Chooses among the things that are due first.
  private mutating func nextDueChoice() -> World<S>.Choice {
    if ties == .scheduled { return .next }
    let last = world.choices().last { choice in
      switch choice {
      case .deliver, .fire: true
      case .next, .wait, .input, .giveUp, .answer, .fail, .drop, .duplicate, .delay,
        .stopLosingAnswers:
        false
      }
    }
    return last ?? .next
  }

  /// Goes on by one choice, and by those that the script makes of what it sends.
  private mutating func step(_ choice: World<S>.Choice) {
    world.step(choice, into: &log)
    for case .request(let request, let kind) in world.sent {
      if let answer = answer(to: request, kind: kind) { world.step(answer, into: &log) }
    }
    checkProgress()
  }

  /// The answer of the script; `nil` where a request hangs until the transport gives up.
  private mutating func answer(to request: RequestID, kind: String) -> World<S>.Choice? {
    let (scripted, latency, number) = script.next(for: kind)
    let reply: S.Reply
    switch scripted {
    case .failed(.timeout): return nil
    case .failed(let failure): return .fail(request, failure, after: latency)
    case .reply(let content): reply = content
    case .status(let status): reply = S.reply(status: status, to: kind, number: number)
    case nil: reply = S.defaultReply(to: kind, number: number)
    }
    return .answer(request, with: reply, after: latency)
  }

  /// Stops a run that does not get past an instant, that has used up its budget, or that keeps too
  /// much.
  private mutating func checkProgress() {
    depth.update(log)
    size.update(log)
    if depth.isEndless {
      stop = .endless(party: log.records.last?.party ?? "", at: world.now)
    } else if log.nextSeq > budget {
      stop = .budget(budget)
    } else if size.bytes > KeptSize.limit {
      stop = .size(KeptSize.limit)
    }
  }
}

/// The order of things that are due at one instant and do not follow from one another.
public enum TieOrder: Sendable {
  /// Answers in the order of their requests, then timers, then inputs.
  case scheduled
  /// Inputs, then timers, then answers, the last one first; an answer still comes before the limit
  /// of its request.
  case reversed
}

/// The reason why a run did not get to its end.
public enum RunStop: Equatable, Sendable {
  /// Each answer leads to the next request at once.
  case endless(party: String, at: Instant)
  /// There are this many records.
  case budget(Int64)
  /// The records kept would take more bytes than this.
  case size(Int64)

  /// Says why the run stopped, in a run that counts from `zero`.
  public func message(from zero: Instant) -> String {
    switch self {
    case .endless(let party, let at): "\(party) does not get past \((at - zero).text)"
    case .budget(let records): "the run has more records than its budget of \(records)"
    case .size(let bytes): "the run keeps more than \(bytes >> 20) MiB of records"
    }
  }
}
