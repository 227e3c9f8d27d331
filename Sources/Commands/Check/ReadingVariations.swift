import Diagnostics
import Reports
import SpecFormat
import Specs

/// Where scenarios do not hold under readings that they do not name, one varied at a time.
struct ReadingVariations {
  private(set) var variations: [ReadingVariation] = []

  /// Runs those of `scenarios` again that have passed; `finished` holds their results, in order.
  init(
    _ scenarios: [ScenarioRun], _ finished: [ScenarioResult], _ options: RunOptions
  ) {
    for (run, first) in zip(scenarios, finished) where first.outcome == .passed {
      for reading in run.scenario.openReadings { vary(reading, run, options) }
    }
  }

  private mutating func vary(
    _ reading: String, _ run: ScenarioRun, _ options: RunOptions
  ) {
    guard let override = try? ReadingOverride(reading) else { return }
    var options = options
    options.readings.append(override)
    let index = variations.firstIndex { $0.reading == reading } ?? variations.count
    if index == variations.count { variations.append(ReadingVariation(reading)) }
    variations[index].runs += 1
    if case .failed = run.perform(options).outcome {
      variations[index].broken.append(run.scenario.title.label)
    }
  }
}
