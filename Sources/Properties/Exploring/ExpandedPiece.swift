import EventSourcing
import Simulation

/// The states that follow from some of a level and were not found before the piece of work began,
/// and the moves to any state by which something is broken or put to the test first.
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
    /// The findings in it.
    var finding: SearchFinding
    /// The findings once everything has come to rest; `nil` where they are not asked for.
    var healed: SearchFinding?
    /// From where that was seen.
    var healing: [UInt64] = []
  }

  var successors: [Successor] = []
  private(set) var transitions = 0

  init(_ states: ArraySlice<FoundState<S>>, in space: SearchSpace<S>, known: Known) {
    var stepper = SearchStepper(space)
    var maker = NodeMaker<S>()
    // Most moves of neighbours meet each other: the second one need not be kept.
    let own = FingerprintSet()
    let ownHealed = FingerprintSet()
    for state in states {
      var node = maker.node(of: state, by: &stepper)
      let moves = stepper.moves(of: &node)
      var parent: ParentNode<S>?
      for (number, move) in moves.enumerated() where !space.isSkipped(move, after: node) {
        var next = node
        guard stepper.take(move, in: &next) else { continue }
        transitions += 1
        let fingerprint = stepper.fingerprint(of: &next)
        let finding = SearchFinding(next.checker, unmet: known.unmet)
        let isNew = !known.found.contains(fingerprint) && own.insert(fingerprint)
        guard isNew || !finding.isEmpty else { continue }
        var successor = Successor(
          fingerprint: fingerprint, parent: node.id, move: UInt16(truncatingIfNeeded: number),
          finding: finding)
        if isNew, known.keepsStates {
          parent = parent ?? ParentNode(node)
          successor.node = parent
        }
        if isNew, space.heals {
          stepper.heal(&next) { state in
            if known.healed.contains(state) || !ownHealed.insert(state) { return true }
            successor.healing.append(state)
            return false
          }
          successor.healed = SearchFinding(next.checker, unmet: known.unmet)
        }
        successors.append(successor)
      }
    }
  }
}

/// The findings in one state, which are none most of the time.
struct SearchFinding {
  /// The properties whose condition arose for the first time.
  let met: [Int]
  /// The first violation of each property.
  let violations: [PropertyViolation]

  var isEmpty: Bool { met.isEmpty && violations.isEmpty }

  init<S: System>(_ checker: Checker<S>, unmet: [Int]) {
    met = unmet.filter { checker.met($0) > 0 }
    violations = checker.holds ? [] : checker.violations
  }
}
