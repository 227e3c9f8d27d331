import EventSourcing
import Simulation

/// An audit of the assumptions of an exhaustive search, on every state of a small configuration.
public struct StateAudit: Equatable, Sendable {
  /// The states, as the compiler's `==` tells them apart.
  public private(set) var states = 0
  /// The exact fingerprints of the states.
  public private(set) var fingerprints = 0
  /// The pairs of different states that the search takes for one.
  public private(set) var merged = 0
  /// The findings of the audit; empty where the search can be relied on.
  public private(set) var findings: [String] = []

  /// The number of findings kept: one cause has many.
  private static var limit: Int { 8 }

  /// Goes through the states of a configuration, level by level, and checks two assumptions:
  /// different states have different exact fingerprints; and where two states have the same
  /// fingerprint in the search, each move leads from both to the same fingerprint, with the same
  /// effects and the same verdicts.
  public init<S: SearchableSystem>(of space: SearchSpace<S>, bounds: SearchBounds) {
    var exact = SearchStepper(space, scheme: .exact)
    var stepper = SearchStepper(space)
    var byWorld: [World<S>: UInt64] = [:]
    var found: Set<UInt64> = []
    var first: [UInt64: SearchNode<S>] = [:]
    var level = [stepper.root]
    var depth = 0
    while !level.isEmpty, depth < bounds.depth ?? .max, states < bounds.states {
      depth += 1
      var next: [SearchNode<S>] = []
      for node in level {
        var node = node
        for move in stepper.moves(of: &node) {
          var other = node
          guard stepper.take(move, in: &other) else { continue }
          let full = exact.worldFingerprint(of: other)
          found.insert(full)
          if let known = byWorld.updateValue(full, forKey: other.world), known != full {
            report("equal states have different exact fingerprints")
          }
          let fingerprint = stepper.fingerprint(of: &other)
          guard let twin = first[fingerprint] else {
            first[fingerprint] = other
            next.append(other)
            continue
          }
          guard twin.world != other.world else { continue }
          merged += 1
          compare(twin, other, by: &stepper)
        }
      }
      level = next
      states = byWorld.count
    }
    states = byWorld.count
    fingerprints = found.count
    if states != fingerprints {
      report("\(states) different states have \(fingerprints) exact fingerprints")
    }
  }

  /// Lets every move happen to two states that the search takes for one.
  private mutating func compare<S: SearchableSystem>(
    _ left: SearchNode<S>, _ right: SearchNode<S>, by stepper: inout SearchStepper<S>
  ) {
    let ways = [left, right].map { Way.all(from: $0, by: &stepper).sorted() }
    guard ways[0] != ways[1] else { return }
    let differing = zip(ways[0], ways[1]).first { $0 != $1 }
    let what: String
    if let (one, other) = differing, one.state == other.state {
      what = one.verdict == other.verdict ? "the same moves have other effects" : "verdicts differ"
    } else {
      what = "the same moves lead to other states"
    }
    report("two states share a fingerprint, and \(what)")
  }

  private mutating func report(_ finding: String) {
    if findings.count < StateAudit.limit, !findings.contains(finding) { findings.append(finding) }
  }

  /// The result of a move.
  private struct Way: Comparable {
    var state: UInt64
    var effects: UInt64
    var verdict: Int

    static func < (left: Way, right: Way) -> Bool {
      (left.state, left.effects, left.verdict) < (right.state, right.effects, right.verdict)
    }

    static func all<S: SearchableSystem>(
      from node: SearchNode<S>, by stepper: inout SearchStepper<S>
    ) -> [Way] {
      var node = node
      var ways: [Way] = []
      for move in stepper.moves(of: &node) {
        var next = node
        guard stepper.take(move, in: &next) else { continue }
        ways.append(
          Way(
            state: stepper.fingerprint(of: &next), effects: stepper.effects(at: next.world.now),
            verdict: next.checker.violations.count))
      }
      return ways
    }
  }
}

extension SearchStepper {
  /// The fingerprint of the world alone.
  fileprivate mutating func worldFingerprint(of node: SearchNode<S>) -> UInt64 {
    printer.reset()
    node.world.show(to: &printer)
    return printer.fingerprint(at: node.world.now)
  }

  /// A fingerprint of what the last move has ordered.
  fileprivate mutating func effects(at now: Instant) -> UInt64 {
    printer.reset()
    for case .effect(let effect) in records { printer.show(effect.effect) }
    return printer.fingerprint(at: now)
  }
}
