import Diagnostics
import Reports
import SpecFormat
import Specs

/// Where scenarios do not hold under readings that they do not name, one varied at a time.
struct ReadingVariations {
  /// One reading, and the scenarios that it breaks.
  struct Variation {
    var reading: String
    var runs = 0
    var broken: [String] = []
  }

  private(set) var variations: [Variation] = []

  /// Runs those of `scenarios` again that have passed; `finished` holds their results, in order.
  init(
    _ scenarios: [RunnableScenario], _ finished: [FinishedScenario], _ options: RunOptions
  ) {
    for (scenario, first) in zip(scenarios, finished) where first.result.outcome == .passed {
      for reading in scenario.openReadings { vary(reading, scenario, options) }
    }
  }

  /// The report: a line for each reading, and below it the scenarios that do not hold.
  var text: String {
    var lines = ["", "Readings varied one at a time; what a scenario names stays as it is:"]
    for variation in variations {
      let held = variation.runs - variation.broken.count
      lines.append("  \(variation.reading): \(held) of \(variation.runs) scenarios hold")
      lines += variation.broken.map { "    does not hold: \($0)" }
    }
    return lines.map { visible($0) + "\n" }.joined()
  }

  private mutating func vary(
    _ reading: String, _ scenario: RunnableScenario, _ options: RunOptions
  ) {
    guard let override = try? ReadingOverride(reading) else { return }
    var options = options
    options.readings.append(override)
    let index = variations.firstIndex { $0.reading == reading } ?? variations.count
    if index == variations.count { variations.append(Variation(reading: reading)) }
    variations[index].runs += 1
    if case .failed = scenario.run(options).result.outcome {
      variations[index].broken.append(scenario.title.label)
    }
  }
}
