import EventSourcing

/// What apps, users, systems and marketers do in a random run, drawn outside the reducers.
///
/// Every device and the backends together have a stream of their own, so that one more device
/// leaves what the others do as it was. All of it lands in the log; replay needs no seed.
public struct Workload<S: System>: Sendable {
  /// How often each device does something, on average.
  public let pace: TimeSpan
  private var actors: [Actor] = []
  private var turns = Schedule<Int>()

  /// A device, or the people behind the backends, with a stream of their own.
  private struct Actor: Sendable {
    var party: String
    var stream: RandomStream
    /// A sample of each event that may happen.
    var events: [S.Machine.Event]
    /// Those of the events that start its process.
    var starts: [S.Machine.Event]
  }

  /// Prepares a run over `devices` that starts at `start`.
  public init(seed: UInt64, devices: [String], start: Instant, pace: TimeSpan = .minutes(20)) {
    self.pace = pace
    let events = S.Machine.Event.samples
    let own = events.filter { Workload.isDrawn($0) }
    for device in devices { add(device, own, seed: seed, start: start) }
    for backend in S.backends {
      let theirs = events.filter { S.role(of: $0) == .backend(backend) }
      if !theirs.isEmpty { add(backend, theirs, seed: seed, start: start) }
    }
  }

  /// Runs the world up to and including `end`.
  public mutating func run(_ world: inout World<S>, until end: Instant) {
    while let next = turns.next, next <= end, let (time, index) = turns.take() {
      world.advance(to: time.at)
      act(index, in: &world)
      let wait = TimeSpan(milliseconds: 1 + actors[index].stream.below((pace * 2).milliseconds))
      turns.add(index, at: time.at + wait, rank: .timer, cause: Int64(index))
    }
    world.advance(to: end)
  }

  private mutating func add(
    _ party: String, _ events: [S.Machine.Event], seed: UInt64, start: Instant
  ) {
    var stream = RandomStream(seed: seed, name: "workload/\(party)")
    let first = start + TimeSpan(milliseconds: stream.below(pace.milliseconds))
    turns.add(actors.count, at: first, rank: .timer, cause: Int64(actors.count))
    actors.append(
      Actor(
        party: party, stream: stream, events: events,
        starts: events.filter { S.role(of: $0) == .processStart }))
  }

  private mutating func act(_ index: Int, in world: inout World<S>) {
    let actor = actors[index]
    var stream = actor.stream
    // A dead process sees little; most of the time the next thing that happens is a launch.
    let launch = !world.lives(actor.party) && !actor.starts.isEmpty && stream.below(4) > 0
    let pool = launch ? actor.starts : actor.events
    guard !pool.isEmpty else { return }
    let sample = pool[Int(stream.below(Int64(pool.count)))]
    var inventor = Inventor(stream, now: world.now)
    let event = inventor.invent(like: sample)
    actors[index].stream = inventor.rest
    world.happen(event, to: actor.party)
  }

  private static func isDrawn(_ event: S.Machine.Event) -> Bool {
    switch S.role(of: event) {
    case .outside, .processStart, .processEnd: true
    case .network, .backendDevice: !S.backends.isEmpty
    case .inside, .harness, .backend: false
    }
  }
}
