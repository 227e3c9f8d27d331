import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Simulation
import Traces
import SpecFormat
import Specs

/// The events of a trace after which profiles order different effects, for people and machines.
struct ProfileReport: DifferenceReport {
  private let comparison: ProfileComparison
  private let file: String
  private let values: ValueText

  /// Folds a trace of `system` under each of `profiles`.
  init<S: System>(_ trace: TraceFile, profiles: [String], as system: S.Type) throws {
    guard profiles.count > 1 else {
      let known = system.profiles.map { $0.name }.joined(separator: ", ")
      throw Stop(.usage, "--profile takes two or more of: \(known)")
    }
    for name in profiles {
      let wrong = RunOptions(profile: name).findings(for: system)
      if !wrong.isEmpty { throw Stop(wrong) }
    }
    comparison = try compareProfiles(trace.input, as: system, profiles: profiles)
    file = trace.path
    values = ValueText(from: try traceHeader(trace.input, as: system).started)
  }

  var isSame: Bool { comparison.differenceCount == 0 }

  var text: String {
    let names = comparison.profiles.joined(separator: ", ")
    let count = comparison.differenceCount
    guard count > 0 else {
      return visible("\(file): the same under \(names) (\(comparison.events) events)") + "\n"
    }
    var lines = ["\(file): \(count) of \(comparison.events) events differ between \(names)"]
    for difference in comparison.differences {
      let event = difference.event
      let summary = values.summary(event.fields)
      lines.append("")
      lines.append(
        truncate(
          "\(file):\(event.line ?? 0): at \(values.instant(event.at)) \(event.name) \(summary)",
          to: 120))
      for (index, outcome) in difference.outcomes.enumerated() {
        lines += self.lines(of: outcome, against: index == 0 ? nil : difference.outcomes[0])
      }
    }
    let left = count - comparison.differences.count
    if left > 0 { lines += ["", "… and \(left) more"] }
    return lines.map { visible($0) + "\n" }.joined()
  }

  /// The effects of some profiles; of those that the first ones order too, what is different.
  private func lines(
    of outcome: ProfileDifference.Outcome, against first: ProfileDifference.Outcome?
  ) -> [String] {
    let head = "  \(outcome.profiles.joined(separator: ", ")):"
    if outcome.effects.isEmpty { return [head + " nothing"] }
    return [head]
      + outcome.effects.enumerated().flatMap { index, effect in
        let twin = first.flatMap { index < $0.effects.count ? $0.effects[index] : nil }
        return lines(of: effect, against: twin?.name == effect.name ? twin : nil)
      }
  }

  private func lines(of effect: Value.Field, against twin: Value.Field?) -> [String] {
    guard let twin else {
      return [truncate("    \(effect.name) \(values.summary(effect.value))", to: 120)]
    }
    let found = differences(recorded: twin.value, computed: effect.value)
    if found.isEmpty { return ["    \(effect.name), the same"] }
    return found.map { difference in
      let there = values.text(difference.recorded)
      let here = values.text(difference.computed)
      return truncate("    \(effect.name) \(difference.path): \(here), not \(there)", to: 120)
    }
  }

  func write(to document: inout JSONOutput) {
    document.member("file", file)
    document.list("profiles") { list in comparison.profiles.forEach { list.element($0) } }
    document.member("events", comparison.events)
    document.member("differing", Int64(comparison.differenceCount))
    document.list("differences") { list in
      for difference in comparison.differences {
        list.object { write(difference, to: &$0) }
      }
    }
  }

  private func write(_ difference: ProfileDifference, to object: inout JSONOutput) {
    object.record("event", difference.event)
    object.list("outcomes") { list in
      for outcome in difference.outcomes {
        list.object { object in
          object.list("profiles") { names in outcome.profiles.forEach { names.element($0) } }
          object.list("effects") { effects in
            for effect in outcome.effects {
              effects.object { object in
                object.member("name", effect.name)
                object.member("data", effect.value)
              }
            }
          }
        }
      }
    }
  }
}
