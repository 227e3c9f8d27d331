import EventSourcing
import Simulation
import SpecFormat

/// The runs to which fixtures lead: scenarios that begin alike share one.
public struct FixtureRuns<S: System>: Sendable {
  /// Everything that such a run depends on.
  private struct Beginning: Hashable {
    var devices: [Preparation<S>.Device]
    var hasBackends: Bool
  }

  private var runs: [Beginning: Run<S>] = [:]
  /// The one asked for last: most scenarios of a file begin alike, and to compare two beginnings
  /// costs less than to hash one.
  private var last: (beginning: Beginning, run: Run<S>)?

  /// Prepares to share runs.
  public init() {}

  /// The run in which the fixtures of these values have happened and nothing else; `nil` where it
  /// begins in another way.
  public mutating func run(for values: ScenarioValues<S>) -> Run<S>? {
    let scenario = values.scenario
    guard scenario.recording == nil, scenario.reproduction == nil, scenario.budget == nil else {
      return nil
    }
    let preparation = values.preparation
    guard preparation.beginsWithFixtures else { return nil }
    let beginning = Beginning(
      devices: preparation.devices, hasBackends: scenario.given.isSimulated)
    if last?.beginning == beginning { return last?.run }
    let run = runs[beginning] ?? preparation.fixtureRun()
    runs[beginning] = run
    last = (beginning, run)
    return run
  }
}
