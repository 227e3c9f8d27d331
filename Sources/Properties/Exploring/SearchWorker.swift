import Simulation

/// The work of one thread of a search, on nodes that it has made itself.
///
/// If a worker stepped a node that another one had made, both threads would count references to its
/// shared parts, which costs each a quarter of its time.
final class SearchWorker<S: SearchableSystem>: @unchecked Sendable {
  private let number: Int
  private let tree: SearchTree
  private var stepper: SearchStepper<S>
  private let root: SearchNode<S>
  /// The last parent with its moves: neighbours share it, so that its moves are listed once.
  private var parent: (source: ParentNode<S>, node: SearchNode<S>, moves: [SearchStepper<S>.Move])?
  /// The moves of the last way that was repeated, each with the node after it: ways to neighbours
  /// begin alike.
  private var repeated: [(move: Int, node: SearchNode<S>)] = []

  init(_ number: Int, in space: SearchSpace<S>, tree: SearchTree) {
    self.number = number
    self.tree = tree
    stepper = SearchStepper(space)
    root = stepper.root
  }

  /// Takes states further, in their order, by every move.
  func expand(
    _ states: consuming [FoundState<S>], known: ExpandedPiece<S>.Known
  ) -> ExpandedPiece<S> {
    let space = stepper.space
    var piece = ExpandedPiece<S>(unmet: known.unmet)
    // Most moves of neighbours meet each other: the second one need not be kept.
    let found = FingerprintSet()
    let healed = FingerprintSet()
    for state in states {
      var node = node(of: state)
      let moves = stepper.moves(of: &node)
      var parent: ParentNode<S>?
      for (place, move) in moves.enumerated() where !space.isSkipped(move, after: node) {
        var next = node
        guard stepper.take(move, in: &next) else { continue }
        piece.transitions += 1
        piece.noteMet(next.checker)
        let fingerprint = stepper.fingerprint(of: &next)
        guard !known.found.contains(fingerprint), found.insert(fingerprint) else { continue }
        var successor = ExpandedPiece<S>.Successor(
          fingerprint: fingerprint, parent: node.id, move: UInt16(truncatingIfNeeded: place),
          violations: next.checker.violations)
        if known.keepsStates {
          parent = parent ?? ParentNode(node, madeBy: number)
          successor.node = parent
        }
        if space.heals {
          stepper.heal(&next) { state in
            if known.healed.contains(state) || !healed.insert(state) { return true }
            successor.healing.append(state)
            return false
          }
          piece.noteMet(next.checker)
          successor.healed = next.checker.violations
        }
        piece.successors.append(successor)
      }
    }
    parent = nil
    return piece
  }

  /// Makes a state of a level again.
  func node(of state: FoundState<S>) -> SearchNode<S> {
    guard let source = state.parent else { return root }
    if parent?.source !== source {
      var node = source.owner == number ? source.node : made(along: tree.way(to: source.node.id))
      parent = (source, node, stepper.moves(of: &node))
    }
    guard let parent else { return root }
    var node = parent.node
    _ = stepper.take(parent.moves[Int(state.move)], in: &node)
    node.id = state.id
    node.forgetLastStep()
    stepper.show(&node)
    stepper.noteEdge(of: &node)
    return node
  }

  /// Repeats a way from this worker's own initial state.
  private func made(along way: [Int]) -> SearchNode<S> {
    let shared = zip(repeated, way).prefix { $0.move == $1 }.count
    repeated.removeLast(repeated.count - shared)
    for move in way.dropFirst(shared) {
      var node = repeated.last?.node ?? root
      _ = stepper.take(stepper.moves(of: &node)[move], in: &node)
      repeated.append((move, node))
    }
    var node = repeated.last?.node ?? root
    node.forgetLastStep()
    return node
  }
}

/// The states that follow from some of a level and were not found before the piece of work began,
/// in the order of the states before.
struct ExpandedPiece<S: SearchableSystem> {
  /// The state of a search that pieces of work share and none of them changes.
  struct Known: Sendable {
    let found: FingerprintSet
    let healed: FingerprintSet
    /// The properties whose condition did not arise yet.
    let unmet: [Int]
    /// Whether the states found are searched further.
    let keepsStates: Bool
  }

  /// A state to which a move leads.
  struct Successor {
    var fingerprint: UInt64
    /// The number of the state before, and of the move among its moves.
    var parent: UInt32
    var move: UInt16
    /// The state before, where the new one is searched further.
    var node: ParentNode<S>?
    /// The first violation of each property that is broken in it.
    var violations: [PropertyViolation]
    /// The same once everything has come to rest.
    var healed: [PropertyViolation] = []
    /// The fingerprints of the states from which that was seen.
    var healing: [UInt64] = []
  }

  var successors: [Successor] = []
  var transitions = 0
  /// The properties whose condition arose for the first time.
  private(set) var met: [Int] = []
  private var unmet: [Int]

  init(unmet: [Int]) { self.unmet = unmet }

  /// Notes the conditions that arose, also on a way to a state that is known.
  mutating func noteMet(_ checker: Checker<S>) {
    for property in unmet where checker.met(property) > 0 {
      met.append(property)
      unmet.removeAll { $0 == property }
    }
  }
}
