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

  init(_ node: SearchNode<S>) { self.node = node }
}

/// Makes the states of a level again, in their order.
struct NodeMaker<S: SearchableSystem> {
  /// Neighbours have one parent, whose moves are listed once.
  private var parent: ParentNode<S>?
  private var moves: [Move<S>] = []

  mutating func node(
    of state: FoundState<S>, by stepper: inout SearchStepper<S>
  ) -> SearchNode<S> {
    guard let parent = state.parent else { return stepper.root }
    var node = parent.node
    if self.parent !== parent {
      moves = stepper.moves(of: &node)
      self.parent = parent
    }
    _ = stepper.take(moves[Int(state.move)], in: &node)
    node.id = state.id
    node.forgetLastStep()
    // What its copies share is remembered before another thread sees them.
    stepper.show(&node)
    stepper.noteEdge(of: &node)
    return node
  }
}
