import EventSourcing

/// The actions of apps, users, systems and marketers in a random run, drawn outside the reducers.
///
/// Every device and the backends together have a stream of their own, so that one more device
/// leaves what the others do as it was. All of it lands in the log; replay needs no seed.
public struct Workload<S: System>: Sendable {
  /// How often each device does something, on average.
  public let pace: TimeSpan
  private var actors: [Actor] = []
  /// The instant at which each actor acts next.
  private var plan = Schedule<Int>()

  /// A device, or the people behind the backends, with a stream of their own.
  private struct Actor: Sendable {
    var party: String
    var stream: RandomStream
    /// A sample of each event that may happen.
    var events: [S.Machine.Event]
    /// The events that start its process.
    var starts: [S.Machine.Event]
  }

  /// Prepares a run over `devices` that starts at `start`.
  public init(seed: UInt64, devices: [String], start: Instant, pace: TimeSpan = .minutes(20)) {
    self.pace = pace
    let events = S.Machine.Event.samples
    let own = events.filter { Workload.isDrawn($0) }
    for device in devices { add(device, own, seed: seed, start: start) }
    for backend in S.backends {
      let theirs = events.filter { S.role(of: $0) == .backend && S.backend(of: $0) == backend }
      if !theirs.isEmpty { add(backend, theirs, seed: seed, start: start) }
    }
  }

  /// Drives a run up to and including `end`.
  public mutating func drive(_ run: inout Run<S>, until end: Instant) {
    while let next = plan.first, next.time.at <= end {
      plan.take()
      let now = next.time.at
      run.advance(to: now)
      if let event = draw(next.item, in: run.world) {
        run.happen(Input(at: now, party: actors[next.item].party, event: event))
      }
      let wait = 1 + actors[next.item].stream.below((pace * 2).milliseconds)
      plan.add(next.item, at: Workload.time(now + .milliseconds(wait), of: next.item))
    }
    run.advance(to: end)
  }

  private mutating func add(
    _ party: String, _ events: [S.Machine.Event], seed: UInt64, start: Instant
  ) {
    var stream = RandomStream(seed: seed, name: "workload/\(party)")
    let first = start + TimeSpan(milliseconds: stream.below(pace.milliseconds))
    plan.add(actors.count, at: Workload.time(first, of: actors.count))
    actors.append(
      Actor(
        party: party, stream: stream, events: events,
        starts: events.filter { S.role(of: $0) == .processStart }))
  }

  /// Draws an action of an actor; `nil` for one that can do nothing.
  private mutating func draw(_ index: Int, in world: World<S>) -> S.Machine.Event? {
    let actor = actors[index]
    var stream = actor.stream
    let process = world.engine.place(of: actor.party).map { world.engine.parties[$0] }
    let isRunning = process?.isRunning ?? false
    // Without a process little happens: most of the time a launch comes next.
    let launch = !isRunning && !actor.starts.isEmpty && stream.below(4) > 0
    let pool = launch ? actor.starts : actor.events
    guard !pool.isEmpty else { return nil }
    let sample = pool[Int(stream.below(Int64(pool.count)))]
    var inventor = Inventor(stream, now: world.now)
    let event = inventor.invent(like: sample)
    actors[index].stream = inventor.rest
    return event
  }

  /// At one instant actors act in the order in which they were added.
  private static func time(_ at: Instant, of index: Int) -> ScheduleTime {
    ScheduleTime(at: at, rank: .timer, cause: Int64(index), order: 0)
  }

  private static func isDrawn(_ event: S.Machine.Event) -> Bool {
    switch S.role(of: event) {
    case .outside, .processStart, .processEnd: true
    case .network, .backendDevice: !S.backends.isEmpty
    case .inside, .harness, .backendSettings, .backend: false
    }
  }
}
