import EventSourcing
import Simulation

/// A state of an exhaustive search: a world with what the properties remember of the way there.
struct SearchNode<S: SearchableSystem>: Sendable {
  var world: World<S>
  var checker: Checker<S>
  /// The number of records on the way.
  var records: Int64 = 0
  /// Its number among the states found.
  var id: UInt32 = 0
  /// The place of the device that alone took part in the last move; -1 after any other.
  var lastDevice = -1
  /// The first instant at which time alone changes something, where that was looked for.
  var edge: Instant?

  /// Drops what the last step has left beside the state: a node that is kept takes less memory.
  mutating func forgetLastStep() {
    world.forgetLastStep()
    checker.forgetCounts()
  }
}

/// Takes nodes further: what one thread of a search needs.
struct SearchStepper<S: SearchableSystem> {
  typealias Move = Simulation.Move<S.Machine.Event, S.Reply>

  let space: SearchSpace<S>
  var printer: Fingerprinter
  /// The choices by which a node is healed; `nil` where they are not noted.
  var healing: [World<S>.Choice]?
  private var sink = EventLog<S.Machine.Event, S.Machine.Effect>()

  init(_ space: SearchSpace<S>, scheme: FingerprintScheme? = nil) {
    self.space = space
    printer = Fingerprinter(scheme ?? space.scheme, usesMemory: scheme == nil)
  }

  /// The records of the last move.
  var records: [LogRecord<S.Machine.Event, S.Machine.Effect>] { sink.records }

  /// The state before the first move.
  var root: SearchNode<S> {
    SearchNode(
      world: space.setting.world, checker: Checker(space.properties, setting: space.setting))
  }

  /// The moves of a node; its world's schedule is tidied.
  mutating func moves(of node: inout SearchNode<S>) -> [Move] {
    if node.edge == nil {
      printer.reset()
      node.world.show(to: &printer)
      noteEdge(of: &node)
    }
    return node.world.moves(
      of: space.alphabet, devices: space.setting.deviceNames, edge: node.edge ?? .distantFuture)
  }

  /// Notes when time alone changes something first in the node that was shown last.
  mutating func noteEdge(of node: inout SearchNode<S>) {
    node.edge = printer.edge(after: node.world.now)
  }

  /// Goes on by a move, in place.
  ///
  /// - Returns: Whether the move applies.
  mutating func take(_ move: Move, in node: inout SearchNode<S>) -> Bool {
    sink.begin(after: node.records)
    switch move {
    case .choice(let choice):
      guard node.world.step(choice, into: &sink) else { return false }
    case .answer, .failure:
      for choice in move.choices {
        guard node.world.step(choice, into: &sink) else { return false }
      }
    }
    observe(&node)
    if space.ordersDevices {
      node.lastDevice =
        move.device.flatMap { device in
          space.setting.devices.firstIndex { $0.name == device }
        } ?? -1
    }
    return true
  }

  /// Goes on by a choice, in place; false where it does not apply.
  mutating func perform(_ choice: World<S>.Choice, in node: inout SearchNode<S>) -> Bool {
    sink.begin(after: node.records)
    guard node.world.step(choice, into: &sink) else { return false }
    observe(&node)
    return true
  }

  private mutating func observe(_ node: inout SearchNode<S>) {
    node.records = sink.count
    node.edge = nil
    Checker.observe(sink.records[...], in: &node.world, by: &node.checker)
  }

  /// The fingerprint by which a node is recognised.
  mutating func fingerprint(of node: inout SearchNode<S>) -> UInt64 {
    show(&node)
    return printer.fingerprint(
      at: node.world.now, exchangeable: space.exchangesDevices)
  }

  /// Shows a node to the printer.
  mutating func show(_ node: inout SearchNode<S>) {
    printer.reset()
    node.world.show(to: &printer)
    node.checker.show(to: &printer, at: node.world.now)
  }
}

extension SearchStepper {
  /// Ends every fault that stands, opens the app, answers all that is asked, and lets the world
  /// come to rest; then judges what has to hold there.
  ///
  /// Healing goes on in the same way from equal states: it ends where `isKnown` says that it has
  /// been followed from there before. Each state is named by its fingerprint.
  mutating func heal(_ node: inout SearchNode<S>, until isKnown: (UInt64) -> Bool) {
    step(.stopLosingAnswers, &node)
    let inputs = S.healing(of: node.world)
    // A fingerprint costs as much as a few steps: it is taken where many ways meet.
    let launch = inputs.firstIndex { $0.event.name.role == .processStart }
    for (place, input) in inputs.enumerated() {
      if place == launch, place > 0, isKnown(fingerprint(of: &node, before: inputs[place...])) {
        return
      }
      advance(&node, to: input.at) { _ in false }
      step(.input(input), &node)
    }
    let end = node.world.now + S.restTime
    if isKnown(fingerprint(of: &node, until: end)) { return }
    if advance(&node, to: end, until: isKnown) { return }
    node.checker.converge(in: node.world)
  }

  /// Heals a node to the end, and returns the choices by which that was done.
  mutating func choices(healing node: inout SearchNode<S>) -> [World<S>.Choice] {
    healing = []
    heal(&node) { _ in false }
    return healing.take() ?? []
  }

  /// The fingerprint by which a node is recognised to which this is still to happen, and that is
  /// judged at an instant.
  private mutating func fingerprint(
    of node: inout SearchNode<S>, before inputs: ArraySlice<Input<S.Machine.Event>> = [],
    until end: Instant = .distantFuture
  ) -> UInt64 {
    show(&node)
    printer.mix(end, counts: .exact)
    for input in inputs {
      printer.mix(input.party)
      printer.mix(input.at, counts: .exact)
      printer.show(input.event)
    }
    return printer.fingerprint(at: node.world.now, exchangeable: space.exchangesDevices)
  }

  /// Lets all happen that is due until an instant; stops before time passes where `isKnown` says.
  /// A machine that does not come to rest is no finding of this search.
  ///
  /// - Returns: Whether it has stopped.
  @discardableResult
  private mutating func advance(
    _ node: inout SearchNode<S>, to instant: Instant, until isKnown: (UInt64) -> Bool
  ) -> Bool {
    var steps = 0
    while steps < InstantBound.least, let due = node.world.nextDue(), due <= instant {
      if steps > 0, due > node.world.now,
        isKnown(fingerprint(of: &node, until: instant))
      {
        return true
      }
      steps += 1
      step(.next, &node)
    }
    if instant > node.world.now { step(.wait(until: instant), &node) }
    return false
  }

  private mutating func step(_ choice: World<S>.Choice, _ node: inout SearchNode<S>) {
    guard perform(choice, in: &node) else { return }
    healing?.append(choice)
    for case .request(let request, let kind) in node.world.sent {
      let reply = S.defaultReply(to: kind, number: request.number)
      let answer = World<S>.Choice.answer(request, with: reply, after: .zero)
      if perform(answer, in: &node) { healing?.append(answer) }
    }
  }
}

/// A state of the next level: the move by which a node leads to it.
///
/// The state itself is made again when its turn comes: that is one more step for each state, which
/// has about nine moves, and a level of states takes a hundred times the memory.
struct FoundState<S: SearchableSystem>: Sendable {
  /// Its number among the states found.
  var id: UInt32
  /// The node from which it was found; `nil` for the state before the first move.
  let parent: ParentNode<S>?
  /// The number of the move among the moves of that node.
  let move: UInt16
}

/// A node that leads to new states, which share it.
final class ParentNode<S: SearchableSystem>: Sendable {
  let node: SearchNode<S>
  /// The number of the worker that has made it.
  let owner: Int

  init(_ node: SearchNode<S>, madeBy owner: Int) {
    self.node = node
    self.owner = owner
  }
}

/// The move by which each state was found first, and the state before it.
final class SearchTree: @unchecked Sendable {
  private var parents: [UInt32] = [0]
  private var moves: [UInt16] = [0]

  /// Adds a state and returns its number.
  func add(parent: UInt32, move: UInt16) -> UInt32 {
    parents.append(parent)
    moves.append(move)
    return UInt32(truncatingIfNeeded: parents.count - 1)
  }

  /// The numbers of the moves that led to a state first.
  func way(to state: UInt32) -> [Int] {
    var way: [Int] = []
    var state = state
    while state != 0 {
      way.append(Int(moves[Int(state)]))
      state = parents[Int(state)]
    }
    return way.reversed()
  }
}
