import EventSourcing
import SpecFormat
import Specs

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
