import EventSourcing
import Simulation

/// An exhaustive search: every interleaving of a small configuration, level by level, so that the
/// first counterexample is the shortest.
///
/// The states of a level are divided among workers, and what they find is put together in the order
/// of the states: the result is always the same, whatever the number of workers.
public struct Exploration<S: SearchableSystem>: Sendable {
  /// The configuration that is searched.
  public let space: SearchSpace<S>
  /// The bounds of the search.
  public let bounds: SearchBounds

  /// Lets workers with these numbers from 0 work, in any order and on any threads, and returns when
  /// all are done.
  public typealias Spread = (_ workers: Int, _ work: @Sendable (Int) -> Void) -> Void

  /// The number of states that are expanded before every worker hears what the others have found
  /// and the bounds are looked at, whatever the number of workers.
  var roundSize = 1_024

  /// Prepares a search.
  public init(_ space: SearchSpace<S>, bounds: SearchBounds = SearchBounds()) {
    self.space = space
    self.bounds = bounds
  }

  /// Searches. `progress` is called between rounds of work and ends the search by `false`.
  ///
  /// States that several workers find in one round are healed by each.
  public func run(
    workers count: Int = 1,
    spread: Spread = { workers, work in for worker in 0..<workers { work(worker) } },
    progress: (SearchFigures) -> Bool = { _ in true }
  ) -> SearchOutcome<S> {
    precondition(count > 0, "a search needs a worker")
    var search = RunningSearch(space)
    let tree = search.tree
    let workers = (0..<count).map { SearchWorker($0, in: space, tree: tree) }
    while search.canGoOn(within: bounds) {
      search.beginLevel(isLast: search.figures.levels.count == bounds.depth)
      while let round = search.takeRound(of: roundSize) {
        // A worker drops the nodes of its share itself: they are taken out of the slots.
        let shares = Slots(shares(of: round, among: count))
        let pieces = Slots<ExpandedPiece<S>>(count: count)
        let known = search.known
        spread(count) { worker in
          pieces[worker] = workers[worker].expand(shares.take(worker) ?? [], known: known)
        }
        search.add((0..<count).compactMap { pieces.take($0) })
        if search.figures.states >= bounds.states { search.end(.states) }
        if !progress(search.figures) { search.end(.stopped) }
      }
    }
    return search.outcome
  }

  /// Divides states among workers: as many for each, in their order, and of the nodes that a worker
  /// has made itself where it can.
  private func shares(
    of states: consuming [FoundState<S>], among workers: Int
  ) -> [[FoundState<S>]] {
    var room = (0..<workers).map { (states.count + $0) / workers }
    let owners = states.map { state -> Int? in
      guard let owner = state.parent?.owner, room[owner] > 0 else { return nil }
      room[owner] -= 1
      return owner
    }
    var shares = (0..<workers).map { _ in [FoundState<S>]() }
    for (state, owner) in zip(states, owners) {
      if let owner {
        shares[owner].append(state)
      } else if let worker = room.firstIndex(where: { $0 > 0 }) {
        room[worker] -= 1
        shares[worker].append(state)
      }
    }
    return shares
  }
}

/// The bounds of an exhaustive search.
public struct SearchBounds: Sendable {
  /// The number of moves that a way may have; `nil` for as many as lead to new states.
  public var depth: Int?
  /// The number of states at which the search ends: those of the round are still counted.
  public var states: Int

  /// Chooses where a search ends.
  public init(depth: Int? = nil, states: Int = 100_000_000) {
    self.depth = depth
    self.states = states
  }
}

/// The progress of an exhaustive search.
public struct SearchFigures: Equatable, Sendable {
  /// The states found at each depth, that of the beginning being 0.
  public internal(set) var levels: [Int]
  /// The moves made.
  public internal(set) var transitions = 0

  /// Begins with these levels; that of the beginning has one state.
  public init(levels: [Int] = [1]) { self.levels = levels }

  /// The states found.
  public var states: Int { levels.reduce(0, +) }
}

/// The reason why an exhaustive search ended.
public enum SearchEnd: String, CaseIterable, Sendable {
  /// No move leads to a new state.
  case exhausted
  /// The depth was reached.
  case depth
  /// There are as many states as it may find.
  case states
  /// A property is broken, and the level on which that was found is done.
  case violation
  /// It was stopped.
  case stopped
}

/// The result of an exhaustive search.
public struct SearchOutcome<S: SearchableSystem>: Sendable {
  /// The figures up to the end of the search.
  public let figures: SearchFigures
  /// The reason why it ended.
  public let end: SearchEnd
  /// The first violation of each property, on a shortest way.
  public let counterexamples: [BrokenWay<S>]
  /// Whether the condition of each property arose on any way, by the property's place.
  public let met: [Bool]
  /// The fingerprints of the states.
  let found: FingerprintSet
}

extension SearchOutcome {
  /// Makes the runs of these numbers for as long as `goesOn` is true: those of `options`, drawn
  /// from the setting, the inputs and the answers of `space` alone, which was searched.
  ///
  /// - Returns: The number of runs made, and the fingerprints of those states of the search that
  ///   they come to.
  public func visited(
    in space: SearchSpace<S>, by options: SearchOptions<S>, _ numbers: Range<Int64>,
    goesOn: () -> Bool = { true }
  ) -> (runs: Int64, states: Set<UInt64>) {
    var options = options
    options.space = space
    options.properties = []
    options.plans = []
    var stepper = SearchStepper(space)
    var visited: Set<UInt64> = []
    var generator = RunGenerator(options: options)
    generator.visit = { [found] world in
      let fingerprint = stepper.fingerprint(ofStanding: world)
      if found.contains(fingerprint) { visited.insert(fingerprint) }
    }
    var runs: Int64 = 0
    for number in numbers where goesOn() {
      _ = generator.run(number, isKept: false, options.tally)
      runs += 1
    }
    return (runs, visited)
  }
}

extension SearchStepper {
  /// The fingerprint of a world as if nothing were on its way: an exhaustive search decides on an
  /// answer when it arrives, and a random run when the request leaves.
  fileprivate mutating func fingerprint(ofStanding world: World<S>) -> UInt64 {
    printer.reset()
    world.show(to: &printer, withFlights: false)
    return printer.fingerprint(at: world.now, exchangeable: space.exchangesDevices)
  }
}

/// A way to a state in which a property is broken.
public struct BrokenWay<S: SearchableSystem>: Sendable {
  /// The violation.
  public let violation: PropertyViolation
  /// The number of moves that lead there.
  public let depth: Int
  /// The choices by which to step a world, in order.
  public let choices: [World<S>.Choice]
  /// Whether it shows only once every fault has ended and the world has come to rest.
  public let heals: Bool
  /// The choices by which the world got there.
  public let healing: [World<S>.Choice]
}

/// One value for each worker, put and taken by one thread at a time.
private final class Slots<Value>: @unchecked Sendable {
  private let slots: UnsafeMutableBufferPointer<Value?>

  init(count: Int) {
    slots = .allocate(capacity: count)
    slots.initialize(repeating: nil)
  }

  convenience init(_ values: [Value]) {
    self.init(count: values.count)
    for (index, value) in values.enumerated() { slots[index] = value }
  }

  deinit {
    slots.deinitialize()
    slots.deallocate()
  }

  subscript(index: Int) -> Value? {
    get { slots[index] }
    set { slots[index] = newValue }
  }

  func take(_ index: Int) -> Value? { slots[index].take() }
}

extension RunPlan {
  /// A way of an exhaustive search as a plan: inputs and due items in order, and the fate of each
  /// request or message, which a plan states beforehand.
  public init(_ way: BrokenWay<S>, of setting: RunSetting<S>) where S: SearchableSystem {
    var world = setting.world
    var records = RecordCounter<S.Machine.Event, S.Machine.Effect>()
    var sent: [RequestFate<S.Reply>] = []
    var flights: [FlightID: Int64] = [:]
    var faults: [RunFault<S.Reply>] = []
    var steps: [Step] = []
    var last = setting.start
    func add(_ action: Step.Action) {
      steps.append(RunStep(after: world.now - last, action))
      last = world.now
    }
    func note(_ request: RequestID, _ fault: (TimeSpan) -> RunFault<S.Reply>) {
      guard let place = sent.lastIndex(where: { $0.id == request }) else { return }
      sent[place].fault = fault(world.now - sent[place].at)
    }
    // What is lost, late or doubled of several messages of one name is the last of them.
    func latest(_ flight: FlightID) -> SentMessage {
      SentMessage(flight, earlier: max(0, (flights[flight] ?? 0) - 1))
    }
    for choice in way.choices {
      world.step(choice, into: &records)
      for item in world.sent {
        switch item {
        case .request(let request, _): sent.append(RequestFate(id: request, at: world.now))
        case .flight(let flight): flights[flight, default: 0] += 1
        }
      }
      switch choice {
      case .input(let input): add(.input(party: input.party, input.event, first: true))
      case .deliver(let flight): add(.due(.arrival(flight)))
      case .fire(let party, let timer): add(.due(.timer(party: party, name: timer)))
      case .giveUp(let request): add(.due(.limit(request)))
      case .answer(let request, let reply, let after):
        note(request) { .answer(request, reply, after: $0 + after) }
      case .fail(let request, let failure, let after):
        note(request) { .fail(request, failure, after: $0 + after) }
      case .drop(let flight): faults.append(.drop(latest(flight)))
      case .duplicate(let flight, let after):
        faults.append(.duplicate(latest(flight), after: after))
      case .delay(let flight, let span): faults.append(.delay(latest(flight), by: span))
      case .next, .wait, .stopLosingAnswers: break
      }
    }
    if world.now > last { add(.wait) }
    faults += sent.map { $0.fault ?? .hang($0.id) }
    self.init(
      setting: setting, steps: faults.map { RunStep(.fault($0)) } + steps, heals: way.heals)
  }
}

/// A request that was sent on a way, and what became of it.
private struct RequestFate<Reply: ScriptedReply> {
  let id: RequestID
  let at: Instant
  var fault: RunFault<Reply>?
}
