import EventSourcing
import SpecFormat
import Specs

/// Runs scenarios, on several cores where that is wanted, with results in the order given.
enum ScenarioRunners {
  static func run(
    _ scenarios: [RunnableScenario], _ options: RunOptions, jobs: Int, failFast: Bool
  ) async -> [FinishedScenario] {
    if failFast { return untilFailure(scenarios, options) }
    let width = max(1, min(jobs, scenarios.count))
    if width == 1 { return scenarios.map { $0.run(options) } }
    return await withTaskGroup(of: [(Int, FinishedScenario)].self) { group in
      for worker in 0..<width {
        group.addTask {
          stride(from: worker, to: scenarios.count, by: width).map {
            ($0, scenarios[$0].run(options))
          }
        }
      }
      var results: [(Int, FinishedScenario)] = []
      results.reserveCapacity(scenarios.count)
      for await part in group { results += part }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private static func untilFailure(
    _ scenarios: [RunnableScenario], _ options: RunOptions
  ) -> [FinishedScenario] {
    var results: [FinishedScenario] = []
    for scenario in scenarios {
      let finished = scenario.run(options)
      results.append(finished)
      switch finished.result.outcome {
      case .failed, .unexpectedPass: return results
      case .passed, .knownBug, .skipped: continue
      }
    }
    return results
  }

  /// The scenarios in an order that `seed` repeats.
  static func shuffled(_ scenarios: [RunnableScenario], seed: UInt64) -> [RunnableScenario] {
    var stream = RandomStream(seed: seed, name: "shuffle")
    return scenarios.shuffled(using: &stream)
  }
}
