import EventSourcing
import Simulation

/// An exhaustive search while it goes on.
struct RunningSearch<S: SearchableSystem> {
  let space: SearchSpace<S>
  let found = FingerprintSet()
  /// The states on the way of a healed world from which it was seen to come to rest.
  private let healed = FingerprintSet()
  private(set) var figures = SearchFigures()
  private var level: [FoundState<S>] = []
  private var next = [FoundState<S>(id: 0, parent: nil, move: 0)]
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
  mutating func takeBatch(of count: Int) -> [FoundState<S>]? {
    guard ended == nil, !level.isEmpty else { return nil }
    // From the end, so that the level gives its memory back while it is searched.
    let batch = Array(level.suffix(count))
    level.removeLast(batch.count)
    return batch
  }

  /// The state of the search for the next pieces of work.
  var known: ExpandedPiece<S>.Known {
    ExpandedPiece.Known(
      found: found, healed: healed, unmet: met.indices.filter { !met[$0] },
      keepsStates: keepsStates)
  }

  /// Adds what a piece of work has found.
  mutating func add(_ piece: consuming ExpandedPiece<S>?) {
    guard let piece else { return }
    figures.transitions += piece.transitions
    for property in piece.met { met[property] = true }
    for index in piece.successors.indices
    where found.insert(piece.successors[index].fingerprint) {
      let state = UInt32(truncatingIfNeeded: parents.count)
      parents.append(piece.successors[index].parent)
      moves.append(piece.successors[index].move)
      figures.levels[figures.levels.count - 1] += 1
      for place in piece.successors[index].healing { _ = healed.insert(place) }
      note(piece.successors[index].violations, of: state, isHealed: false)
      note(piece.successors[index].healed, of: state, isHealed: true)
      if let node = piece.successors[index].node {
        next.append(FoundState(id: state, parent: node, move: piece.successors[index].move))
      }
    }
  }

  /// Notes what is broken in a new state.
  private mutating func note(
    _ found: [PropertyViolation], of state: UInt32, isHealed: Bool
  ) {
    for violation in found
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
    if heals { healing = stepper.healing(of: &node) }
    return (choices, healing)
  }
}
