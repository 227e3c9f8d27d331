import EventSourcing
import Simulation

extension SearchStepper {
  /// Ends every fault that stands, opens the app, answers all that is asked, and lets the world
  /// come to rest; then judges what has to hold there.
  ///
  /// - Parameter choices: Takes what the world was stepped by.
  mutating func heal(_ node: inout SearchNode<S>, noting choices: inout [World<S>.Choice]) {
    endFaults(&node, noting: &choices)
    rest(&node, noting: &choices)
  }

  /// Ends every fault that stands, and opens the app.
  mutating func endFaults(
    _ node: inout SearchNode<S>, noting choices: inout [World<S>.Choice]
  ) {
    step(.stopLosingAnswers, &node, &choices)
    for input in S.healing(of: node.world) {
      advance(&node, to: input.at, &choices)
      step(.input(input), &node, &choices)
    }
  }

  /// Lets a world without faults come to rest, and judges what has to hold there.
  mutating func rest(_ node: inout SearchNode<S>, noting choices: inout [World<S>.Choice]) {
    advance(&node, to: node.world.now + S.restTime, &choices)
    node.checker.converge(in: node.world)
  }

  /// A machine that does not come to rest is no finding of this search.
  private static var limit: Int { 10_000 }

  private mutating func advance(
    _ node: inout SearchNode<S>, to instant: Instant, _ choices: inout [World<S>.Choice]
  ) {
    var steps = 0
    while steps < Self.limit, let due = node.world.nextDue(), due <= instant {
      steps += 1
      step(.next, &node, &choices)
    }
    step(.wait(until: instant), &node, &choices)
  }

  private mutating func step(
    _ choice: World<S>.Choice, _ node: inout SearchNode<S>, _ choices: inout [World<S>.Choice]
  ) {
    guard perform(choice, in: &node) else { return }
    choices.append(choice)
    for case .request(let request, let kind) in node.world.sent {
      let reply = S.defaultReply(to: kind, number: request.number)
      let answer = World<S>.Choice.answer(request, with: reply, after: .zero)
      if perform(answer, in: &node) { choices.append(answer) }
    }
  }
}
