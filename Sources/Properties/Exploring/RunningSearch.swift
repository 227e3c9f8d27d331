import Simulation

/// An exhaustive search while it goes on.
struct RunningSearch<S: SearchableSystem> {
  let space: SearchSpace<S>
  let found = FingerprintSet()
  /// The states on the way of a healed world from which it was seen to come to rest.
  private let healed = FingerprintSet()
  private(set) var figures = SearchFigures()
  private var level: [FoundState<S>] = []
  /// The states that were taken from the end of the level and whose turn comes next, the first one
  /// last.
  private var batch: [FoundState<S>] = []
  private var next = [FoundState<S>(id: 0, parent: nil, move: 0)]
  private var keepsStates = true
  private var ended: SearchEnd?
  let tree = SearchTree()
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

  /// The next states of the level, which no longer holds them then; `nil` at its end.
  ///
  /// They come in batches from the end of the level, so that its memory is given back during the
  /// search; within a batch they keep their order.
  mutating func takeRound(of count: Int) -> [FoundState<S>]? {
    guard ended == nil else { return nil }
    if batch.isEmpty {
      batch = level.suffix(4_096).reversed()
      level.removeLast(batch.count)
    }
    if batch.isEmpty { return nil }
    let round = Array(batch.suffix(count).reversed())
    batch.removeLast(round.count)
    return round
  }

  /// The state of the search for the next pieces of work.
  var known: ExpandedPiece<S>.Known {
    ExpandedPiece.Known(
      found: found, healed: healed, unmet: met.indices.filter { !met[$0] },
      keepsStates: keepsStates)
  }

  /// Adds what the pieces of work of a round have found, in the order of the states,
  /// each of which belongs to one piece.
  mutating func add(_ pieces: [ExpandedPiece<S>]) {
    for piece in pieces {
      figures.transitions += piece.transitions
      for property in piece.met { met[property] = true }
    }
    if pieces.count == 1 { return pieces[0].successors.forEach { add($0) } }
    var places = pieces.map { _ in 0 }
    while let first = first(of: pieces, from: places) {
      let successors = pieces[first].successors
      let parent = successors[places[first]].parent
      while places[first] < successors.count, successors[places[first]].parent == parent {
        add(successors[places[first]])
        places[first] += 1
      }
    }
  }

  /// The piece whose next successor comes from the first state.
  private func first(of pieces: [ExpandedPiece<S>], from places: [Int]) -> Int? {
    var first: Int?
    var parent = UInt32.max
    for (number, place) in places.enumerated() where place < pieces[number].successors.count {
      let next = pieces[number].successors[place].parent
      if first == nil || next < parent { (first, parent) = (number, next) }
    }
    return first
  }

  private mutating func add(_ successor: ExpandedPiece<S>.Successor) {
    guard found.insert(successor.fingerprint) else { return }
    let state = tree.add(parent: successor.parent, move: successor.move)
    figures.levels[figures.levels.count - 1] += 1
    for place in successor.healing { _ = healed.insert(place) }
    note(successor.violations, of: state, isHealed: false)
    note(successor.healed, of: state, isHealed: true)
    if let node = successor.node {
      next.append(FoundState(id: state, parent: node, move: successor.move))
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
    var figures = figures
    if figures.levels.last == 0 { figures.levels.removeLast() }
    return SearchOutcome(
      figures: figures, end: ended ?? .exhausted,
      counterexamples: violations.map { found in
        let way = tree.way(to: found.state)
        let (choices, healing) = choices(along: way, heals: found.isHealed)
        return BrokenWay(
          violation: found.violation, depth: way.count, choices: choices, heals: found.isHealed,
          healing: healing)
      },
      met: met, found: found)
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
    return (choices, heals ? stepper.choices(healing: &node) : [])
  }
}
