import EventSourcing
import Simulation

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

  /// The greatest number of steps until a machine comes to rest; one that needs more is no finding
  /// of this search.
  private static var limit: Int { 10_000 }

  /// Lets all happen that is due until an instant; stops before time passes where `isKnown` says.
  ///
  /// - Returns: Whether it has stopped.
  @discardableResult
  private mutating func advance(
    _ node: inout SearchNode<S>, to instant: Instant, until isKnown: (UInt64) -> Bool
  ) -> Bool {
    var steps = 0
    while steps < Self.limit, let due = node.world.nextDue(), due <= instant {
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
