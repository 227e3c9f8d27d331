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

/// By which move of which state each state was found first.
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
