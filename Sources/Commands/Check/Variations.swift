import Diagnostics
import Reports
import Simulation
import SpecFormat
import Specs

extension TieVariation {
  /// Runs those of `runs` again that have passed, with the order of ties reversed; `results` holds
  /// what became of them, in order.
  init(_ runs: [ScenarioRun], _ results: [ScenarioResult], _ options: RunOptions) {
    self.init()
    var options = options
    options.ties = .reversed
    // A recording has its order.
    for run in runs.passed(results) where run.scenario.recordedTrace == nil {
      self.runs += 1
      let report = run.perform(options).report
      guard report.outcome == .failed else { continue }
      dependent.append(
        Dependence(
          id: report.id, file: report.file, line: report.line, finding: report.failures.first))
    }
  }
}

extension [ReadingVariation] {
  /// Where those of `runs` that have passed do not hold under readings that they do not name, one
  /// varied at a time.
  init(_ runs: [ScenarioRun], _ results: [ScenarioResult], _ options: RunOptions) {
    self.init()
    for run in runs.passed(results) {
      for reading in run.scenario.openReadings { vary(reading, run, options) }
    }
  }

  private mutating func vary(_ reading: String, _ run: ScenarioRun, _ options: RunOptions) {
    guard let override = try? ReadingOverride(reading) else { return }
    var options = options
    options.readings.append(override)
    let index = firstIndex { $0.reading == reading } ?? count
    if index == count { append(ReadingVariation(reading)) }
    self[index].runs += 1
    if run.perform(options).report.outcome == .failed {
      self[index].broken.append(run.scenario.title.label)
    }
  }
}

extension [ScenarioRun] {
  /// Those that have passed.
  fileprivate func passed(_ results: [ScenarioResult]) -> [ScenarioRun] {
    zip(self, results).filter { $0.1.report.outcome == .passed }.map(\.0)
  }
}
