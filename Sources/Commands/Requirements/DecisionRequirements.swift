import Diagnostics
import EventSourcing
import Inspection
import Replay
import SpecFormat
import Specs

/// The requirements that the decision at a drift may break, by what speaks for each: the gates of
/// the effect, the fields that differ and those by which it is decided, and the scenarios in which
/// it is decided in the same way.
struct DecisionRequirements {
  private var weights = KeyedList<String, Double>()

  private static let ofFields = 3.0
  private static let ofGates = 1.0
  private static let ofMarks = 2.0
  private static let ofInputs = 1.0
  /// The weight of scenarios in which it is decided in the same way.
  private static let ofLikeScenarios = 4.0
  /// The weight of those that claim the effect after the event.
  private static let ofClaims = 1.5

  /// Looks at the effects that differ, and at the gates for which the machine waits.
  init(_ explanation: StateExplanation, of system: AnySystem, waiting: [HeldGate]) {
    let requirements = system.requirements
    add(waiting.flatMap(\.requirements), DecisionRequirements.ofFields)
    for decision in explanation.decisions {
      for field in decision.drift.differences {
        let name = field.path.withoutPlaces.split(separator: ".").last ?? ""
        let parts = requirements.parts.filter { $0.path == name || $0.path.hasSuffix(".\(name)") }
        add(parts.flatMap(\.ids).eachOnce(), DecisionRequirements.ofFields)
      }
      let sources = decision.sources.prefix(3)
      for path in sources {
        add(requirements.ids(of: path), DecisionRequirements.ofFields / Double(sources.count))
      }
      let gates = system.gateWords(decision.effect).flatMap { $0.requirements }
      add(gates.eachOnce(), DecisionRequirements.ofGates)
      let marks = decision.marks.filter { $0.source == .state }.prefix(3)
      for mark in marks {
        add(requirements.ids(of: mark.path), DecisionRequirements.ofMarks / Double(marks.count))
      }
    }
    let inputs = explanation.inputs.map { $0.path.withoutPlaces }.eachOnce()
    for path in inputs.prefix(4) {
      add(requirements.ids(of: path), DecisionRequirements.ofInputs / Double(inputs.count))
    }
  }

  /// Looks at the scenarios near a drift as well, and moves those forward that decide alike; where
  /// none of them does, at all `runs`.
  init(
    _ explanation: StateExplanation, of drift: Drift, in history: TraceHistory,
    of system: AnySystem, beside near: inout [(claim: ClaimedRequirements.Claim, run: ScenarioRun)],
    _ runs: [ScenarioRun]
  ) throws {
    self.init(explanation, of: system, waiting: try history.waits(of: drift))
    let coverage = CoveredShares(runs)
    for decision in explanation.decisions {
      var alike = near.compare(decision, of: system)
      if !alike.contains(where: { $0.likeness > 0 }) {
        // Nobody claims a timer: what is decided alike shows what it is for.
        alike = runs.map { ($0.scenario.covers.map(\.text), $0.likeness(decision, of: system)) }
      }
      add(coverage.excess(of: alike), DecisionRequirements.ofLikeScenarios)
    }
    let claims = near.map { ($0.claim.covers, $0.claim.isOfEvent ? 1.0 : 0) }
    add(coverage.excess(of: claims), DecisionRequirements.ofClaims)
  }

  /// Adds weights, the largest of which counts as `weight`.
  private mutating func add(_ found: [(id: String, weight: Double)], _ weight: Double) {
    guard let most = found.map(\.weight).max(), most > 0 else { return }
    for (id, own) in found where own > 0 { add([id], weight * own / most) }
  }

  private mutating func add(_ ids: [String]?, _ weight: Double) {
    for (rank, id) in (ids ?? []).enumerated() {
      weights[id, default: 0] += weight / Double(rank + 1)
    }
  }

  /// The ids, those for which most speaks first; what speaks for a requirement speaks for each of
  /// its clauses that is named.
  var ranked: [String] {
    let whole = weights.keys.filter { id in !weights.keys.contains { $0.hasPrefix("\(id).") } }
    return whole.stablySorted { id in
      let around = weights.keys.first { id.hasPrefix("\($0).") }
      return -weights[id, default: 0] - (around.map { weights[$0, default: 0] } ?? 0)
    }
  }
}

/// The requirements of all scenarios, each with its part in those that cover it.
struct CoveredShares {
  private var shares: [String: Double] = [:]
  private let scenarios: Int

  init(_ runs: [ScenarioRun]) {
    scenarios = runs.count
    for run in runs {
      let covers = run.scenario.covers.map(\.text)
      for id in covers { shares[id, default: 0] += CoveredShares.share(covers) }
    }
  }

  private static func share(_ covers: [String]) -> Double {
    1 / Double(covers.count).squareRoot()
  }

  /// The requirements that scenarios cover, each weighed by how much more often than all scenarios
  /// together do, as far as they are alike.
  func excess(
    of alike: [(covers: [String], likeness: Double)]
  ) -> [(id: String, weight: Double)] {
    let mean = alike.reduce(0) { $0 + $1.likeness } / Double(max(1, scenarios))
    var found = KeyedList<String, Double>()
    for (covers, likeness) in alike {
      for id in covers { found[id, default: 0] += likeness * CoveredShares.share(covers) }
    }
    return found.pairs.map { id, weight in
      let share = shares[id] ?? 0
      return (id, (weight - mean * share) / (share + 3).squareRoot())
    }
  }
}
