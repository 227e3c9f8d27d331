import EventSourcing
import Simulation
import SpecFormat

/// The runs to which fixtures lead: scenarios that begin alike share one.
public struct FixtureRuns<S: System>: Sendable {
  /// Everything that such a run depends on.
  private struct Beginning: Hashable {
    struct Device: Hashable {
      var name: String
      var device: S.Device
      var config: S.Machine.Config
      var past: [Input<S.Machine.Event>]
    }

    var devices: [Device]
    var hasBackends: Bool
  }

  private var runs: [Beginning: Run<S>] = [:]
  /// The one asked for last: most scenarios of a file begin alike, and to compare two beginnings
  /// costs less than to hash one.
  private var last: (beginning: Beginning, run: Run<S>)?

  /// Prepares to share runs.
  public init() {}

  /// The run in which the fixtures of `scenario` have happened and nothing else; `nil` where it
  /// begins in another way.
  public mutating func run(for scenario: Scenario<S>) -> Run<S>? {
    guard scenario.recording == nil, scenario.reproduction == nil, scenario.budget == nil else {
      return nil
    }
    let given = scenario.given
    let preparation = Preparation(
      given: given, profile: given.readings.profile, readings: given.readings.all)
    guard preparation.beginsWithFixtures else { return nil }
    let devices = given.devices.map { device in
      Beginning.Device(
        name: device.name, device: device.device, config: device.config, past: device.past)
    }
    let hasBackends = if case .simulated = given.backend { true } else { false }
    let beginning = Beginning(devices: devices, hasBackends: hasBackends)
    if last?.beginning == beginning { return last?.run }
    let run = runs[beginning] ?? preparation.fixtureRun()
    runs[beginning] = run
    last = (beginning, run)
    return run
  }
}
