import EventSourcing
import Simulation

/// The states that follow from some of a level and were not found before the piece of work began.
struct ExpandedPiece<S: SearchableSystem> {
  /// A state to which a move leads.
  struct Successor {
    var fingerprint: UInt64
    var node: SearchNode<S>
    /// The number of the state before, and of the move among its moves.
    var parent: UInt32
    var move: UInt16
    /// What the properties say once everything has come to rest; `nil` where it is not asked.
    var healed: Checker<S>?
    /// The fingerprint of the state as its faults end, where it came to rest from there.
    var rested: UInt64?
  }

  private(set) var successors: [Successor] = []
  private(set) var transitions = 0

  init(
    _ nodes: ArraySlice<SearchNode<S>>, in space: SearchSpace<S>, found: FingerprintSet,
    rested: FingerprintSet
  ) {
    var stepper = SearchStepper(space)
    // Most moves of neighbours meet each other: the second one need not be kept.
    let own = FingerprintSet()
    let ownRested = FingerprintSet()
    for node in nodes {
      var node = node
      let moves = stepper.moves(of: &node)
      for (number, move) in moves.enumerated() where !space.isSkipped(move, after: node) {
        var next = node
        guard stepper.take(move, in: &next) else { continue }
        transitions += 1
        let fingerprint = stepper.fingerprint(of: &next)
        guard !found.contains(fingerprint), own.insert(fingerprint) else { continue }
        var successor = Successor(
          fingerprint: fingerprint, node: next, parent: node.id,
          move: UInt16(truncatingIfNeeded: number))
        if space.heals {
          var ignored: [World<S>.Choice] = []
          stepper.endFaults(&next, noting: &ignored)
          // Many states are the same one as soon as their faults have ended.
          let start = stepper.fingerprint(of: &next)
          if !rested.contains(start), ownRested.insert(start) {
            stepper.rest(&next, noting: &ignored)
            successor.rested = start
          }
          successor.healed = next.checker
        }
        successors.append(successor)
      }
    }
  }
}
