import Diagnostics
import Reports
import Simulation
import SpecFormat
import Specs

extension TieVariation {
  /// Runs those of `scenarios` again that have passed, with the order of ties reversed; `finished`
  /// holds their results, in order.
  init(
    _ scenarios: [ScenarioRun], _ finished: [ScenarioResult], _ options: RunOptions
  ) {
    self.init()
    var options = options
    options.ties = .reversed
    for (run, first) in zip(scenarios, finished) where first.outcome == .passed {
      // A recording has its order.
      if run.scenario.recordedTrace != nil { continue }
      runs += 1
      let result = run.perform(options)
      guard case .failed = result.outcome else { continue }
      let title = run.scenario.title
      dependent.append(
        Dependence(
          id: title.label, file: title.place.file, line: title.row?.place.line ?? title.place.line,
          finding: result.failures.first))
    }
  }
}
