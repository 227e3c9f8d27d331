import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

extension VariantDocument: PrintedReport {
  /// The number of events shown in full; JSON has all that were kept.
  private static let shown = 20

  private var values: ValueText { ValueText(from: comparison.started) }

  func text(_ style: TextStyle) -> String {
    let names = comparison.variants.joined(separator: ", ")
    let count = comparison.differenceCount
    guard count > 0 else {
      return visible("\(file): the same under \(names) (\(comparison.events) events)") + "\n"
    }
    var lines = ["\(file): \(count) of \(comparison.events) events differ between \(names)"]
    for group in comparison.groups {
      let effects = group.effects.joined(separator: ", ")
      let first = values.instant(group.first.at)
      lines.append("  \(group.count) × \(group.event): \(effects), first at \(first)")
    }
    for difference in comparison.differences.prefix(VariantDocument.shown) {
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
    let left = count - min(comparison.differences.count, VariantDocument.shown)
    if left > 0 { lines += ["", "… and \(left) more"] }
    return lines.map { visible($0) + "\n" }.joined()
  }

  /// The effects of some variants; of those that the first ones order too, what is different.
  private func lines(
    of outcome: VariantDifference.Outcome, against first: VariantDifference.Outcome?
  ) -> [String] {
    let head = "  \(outcome.variants.joined(separator: ", ")):"
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
}
