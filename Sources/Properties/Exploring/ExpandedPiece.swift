import EventSourcing
import Simulation

/// The states that follow from some of a level and were not found before the piece of work began.
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
    /// From where that was seen.
    var healing: [UInt64] = []
  }

  var successors: [Successor] = []
  private(set) var transitions = 0
  /// The properties whose condition arose for the first time.
  private(set) var met: [Int] = []
  private var unmet: [Int]

  init(_ states: ArraySlice<FoundState<S>>, in space: SearchSpace<S>, known: Known) {
    unmet = known.unmet
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
        noteMet(next.checker)
        let fingerprint = stepper.fingerprint(of: &next)
        guard !known.found.contains(fingerprint), own.insert(fingerprint) else { continue }
        var successor = Successor(
          fingerprint: fingerprint, parent: node.id, move: UInt16(truncatingIfNeeded: number),
          violations: next.checker.newViolations)
        if known.keepsStates {
          parent = parent ?? ParentNode(node)
          successor.node = parent
        }
        if space.heals {
          stepper.heal(&next) { state in
            if known.healed.contains(state) || !ownHealed.insert(state) { return true }
            successor.healing.append(state)
            return false
          }
          noteMet(next.checker)
          successor.healed = next.checker.newViolations
        }
        successors.append(successor)
      }
    }
  }

  /// Notes the conditions that arose, also on a way to a state that is known.
  private mutating func noteMet(_ checker: Checker<S>) {
    for property in unmet where checker.met(property) > 0 {
      met.append(property)
      unmet.removeAll { $0 == property }
    }
  }
}

extension Checker {
  /// The first violation of each property: none most of the time.
  fileprivate var newViolations: [PropertyViolation] { holds ? [] : violations }
}
