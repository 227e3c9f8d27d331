import EventSourcing
import Reports
import SpecFormat
import Specs

/// Runs scenarios, on several cores where that is wanted, with results in the order given.
enum ScenarioRunners {
  /// Runs all scenarios, or those up to the first failure, and counts them on `progress`.
  static func run(
    _ scenarios: [ScenarioRun], _ options: RunOptions, jobs: Int, failFast: Bool,
    progress: ProgressBar? = nil
  ) async -> [ScenarioResult] {
    var progress = progress
    defer { progress?.clear() }
    if failFast { return untilFailure(scenarios, options, &progress) }
    return await withTaskGroup(of: (Int, [ScenarioResult]).self) { group in
      var (started, running, failed) = (0, 0, 0)
      var pieces: [(Int, [ScenarioResult])] = []
      while true {
        while started < scenarios.count, running < jobs {
          let range = started..<min(scenarios.count, started + pieceSize)
          group.addTask { (range.lowerBound, scenarios[range].map { $0.timed(options) }) }
          (started, running) = (range.upperBound, running + 1)
        }
        guard let piece = await group.next() else { break }
        running -= 1
        pieces.append(piece)
        failed += piece.1.count { $0.report.outcome.isFailure }
        progress?.advance(failed == 0 ? "" : "\(failed) failed", by: piece.1.count)
      }
      return pieces.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }

  /// The number of scenarios handed to a core at once: one alone is over in less time than that
  /// takes.
  private static let pieceSize = 8

  private static func untilFailure(
    _ scenarios: [ScenarioRun], _ options: RunOptions, _ progress: inout ProgressBar?
  ) -> [ScenarioResult] {
    var results: [ScenarioResult] = []
    for scenario in scenarios {
      let finished = scenario.timed(options)
      results.append(finished)
      if finished.report.outcome.isFailure { return results }
      progress?.advance()
    }
    return results
  }

  /// The scenarios in an order that `seed` repeats.
  static func shuffled(_ scenarios: [ScenarioRun], seed: UInt64) -> [ScenarioRun] {
    var stream = RandomStream(seed: seed, name: "shuffle")
    return scenarios.shuffled(using: &stream)
  }
}

extension ScenarioRun {
  /// Runs the scenario and measures the time that it takes on this machine.
  fileprivate func timed(_ options: RunOptions) -> ScenarioResult {
    let started = ContinuousClock.now
    var result = perform(options)
    result.report.elapsed = ContinuousClock.now - started
    return result
  }
}
