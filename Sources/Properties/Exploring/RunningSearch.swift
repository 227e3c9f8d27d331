import EventSourcing
import Simulation

/// An exhaustive search while it goes on.
struct RunningSearch<S: SearchableSystem> {
  let space: SearchSpace<S>
  let found = FingerprintSet()
  /// The states from which a world without faults has come to rest.
  let rested = FingerprintSet()
  private(set) var figures = SearchFigures()
  private var level: [SearchNode<S>]
  private var next: [SearchNode<S>] = []
  private var keepsStates = true
  private var ended: SearchEnd?
  /// By which move of which state each state was found first.
  private var parents: [UInt32] = [0]
  private var moves: [UInt16] = [0]
  private var met: [Bool]
  private var violations: [Found] = []

  /// A violation in a state, or in what it came to when it was healed.
  private struct Found {
    var violation: PropertyViolation
    var state: UInt32
    var isHealed: Bool
  }

  init(_ space: SearchSpace<S>) {
    self.space = space
    met = space.properties.map { _ in false }
    var stepper = SearchStepper(space)
    var root = stepper.root
    _ = found.insert(stepper.fingerprint(of: &root))
    level = []
    next = [root]
  }

  /// Whether there is a level to search; otherwise the reason stands.
  mutating func canGoOn(within bounds: SearchBounds) -> Bool {
    if ended != nil { return false }
    if !violations.isEmpty { return end(.violation) }
    if figures.levels.last == 0 { return end(.exhausted) }
    if let depth = bounds.depth, figures.levels.count > depth { return end(.depth) }
    return true
  }

  @discardableResult mutating func end(_ reason: SearchEnd) -> Bool {
    if ended == nil { ended = reason }
    return false
  }

  /// Begins the next level; the states of the last one are counted and not kept.
  mutating func beginLevel(isLast: Bool) {
    keepsStates = !isLast
    level = next
    next = []
    figures.levels.append(0)
  }

  /// The next states of the level, which then holds them no longer; `nil` at its end.
  mutating func takeBatch(of count: Int) -> [SearchNode<S>]? {
    guard ended == nil, !level.isEmpty else { return nil }
    // From the end, so that the level gives its memory back while it is searched.
    let batch = Array(level.suffix(count))
    level.removeLast(batch.count)
    return batch
  }

  /// Adds what a piece of work has found.
  mutating func add(_ piece: ExpandedPiece<S>?) {
    guard let piece else { return }
    figures.transitions += piece.transitions
    for successor in piece.successors where found.insert(successor.fingerprint) {
      if let start = successor.rested { _ = rested.insert(start) }
      var node = successor.node
      node.id = UInt32(truncatingIfNeeded: parents.count)
      parents.append(successor.parent)
      moves.append(successor.move)
      figures.levels[figures.levels.count - 1] += 1
      note(node.checker, of: node.id, isHealed: false)
      if let healed = successor.healed { note(healed, of: node.id, isHealed: true) }
      if keepsStates { next.append(node) }
    }
  }

  /// Notes which conditions arose in a new state, and what is broken in it.
  private mutating func note(_ checker: Checker<S>, of state: UInt32, isHealed: Bool) {
    for property in met.indices where !met[property] {
      met[property] = checker.met(property) > 0
    }
    if checker.holds { return }
    for violation in checker.violations
    where !violations.contains(where: { $0.violation.property == violation.property }) {
      violations.append(Found(violation: violation, state: state, isHealed: isHealed))
    }
  }

  var outcome: SearchOutcome<S> {
    if figures.levels.last == 0 {
      var trimmed = figures
      trimmed.levels.removeLast()
      return outcome(trimmed)
    }
    return outcome(figures)
  }

  private func outcome(_ figures: SearchFigures) -> SearchOutcome<S> {
    SearchOutcome(
      figures: figures, end: ended ?? .exhausted,
      counterexamples: violations.map { found in
        let way = way(to: found.state)
        let (choices, healing) = choices(along: way, heals: found.isHealed)
        return BrokenWay(
          violation: found.violation, depth: way.count, choices: choices, heals: found.isHealed,
          healing: healing)
      },
      met: met, found: found)
  }

  /// The numbers of the moves that led to a state first.
  private func way(to state: UInt32) -> [Int] {
    var way: [Int] = []
    var state = state
    while state != 0 {
      way.append(Int(moves[Int(state)]))
      state = parents[Int(state)]
    }
    return way.reversed()
  }

  /// Goes the way again and says what the world was stepped by.
  private func choices(
    along way: [Int], heals: Bool
  ) -> (way: [World<S>.Choice], healing: [World<S>.Choice]) {
    var stepper = SearchStepper(space)
    var node = stepper.root
    var choices: [World<S>.Choice] = []
    for number in way {
      let move = stepper.moves(of: &node)[number]
      choices += move.choices
      _ = stepper.take(move, in: &node)
    }
    var healing: [World<S>.Choice] = []
    if heals { stepper.heal(&node, noting: &healing) }
    return (choices, healing)
  }
}
