import EventSourcing
import Simulation

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
    /// From where that was seen.
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
