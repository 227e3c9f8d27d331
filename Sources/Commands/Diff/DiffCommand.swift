import ArgumentParser
import Diagnostics
import EventSourcing
import Replay
import Reports
import SpecFormat
import Specs
import Traces

/// Shows where two traces differ, or where a trace's outcome depends on its profile or readings.
struct DiffCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "The differences of two traces, or of profiles or readings on one.",
    discussion: """
      Two traces are aligned: an insertion is one difference, whatever follows from it. Times that \
      are only shifted count as a shift; numbers of requests, of entries and of causes do not \
      count, as long as one number stands for one other. Exit codes: 0 the same, 1 different.
      """)

  @Argument(help: "Two traces; with --profile or --reading, one.", completion: .traces)
  var traces: [String]

  @Option(help: "Profiles to compare on one trace, separated by commas.")
  var profile: String?

  @Option(help: "Values of a reading to compare on one trace, as send=latest,earliest.")
  var reading: [String] = []

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if profile != nil, !reading.isEmpty {
      throw ValidationError("diff compares profiles or readings, not both")
    }
    if reading.count > 1 { throw ValidationError("diff compares the values of one reading") }
    if profile != nil || !reading.isEmpty, traces.count != 1 {
      throw ValidationError("diff --profile and diff --reading take one trace")
    }
    if profile == nil, reading.isEmpty, traces.count != 2 {
      throw ValidationError("diff takes two traces")
    }
    if traces == ["-", "-"] {
      throw ValidationError("standard input has one trace, and diff takes two")
    }
  }

  static let reports: [any VerbReport.Type] = [
    TraceDifferenceReport.self, VariantComparison.self,
  ]

  func judge(in context: CommandContext) throws -> Verdict {
    let files = traces.map { TraceFile($0) }
    let system = try files[0].system(among: context.systems)
    if let options = try options(for: system.erased) {
      let variants = try options.map { name, options in
        Variant(name: name, override: try options.checkedOverride(of: system.machine))
      }
      return write(try system.erased.compare(files[0].input, variants), in: context)
    }
    let other = try files[1].system(among: context.systems)
    if other.name != system.name {
      throw Stop(
        .invalid,
        "'\(traces[0])' is about \(system.name) and '\(traces[1])' about \(other.name): only "
          + "traces of one system can be compared")
    }
    let found = try differences(files[0].input, files[1].input, of: system.erased)
    return write(TraceDifferenceReport(traces, found), in: context)
  }

  /// The profiles that are compared on one trace, or the values of a reading under the profile and
  /// readings of the trace otherwise; `nil` for two traces.
  private func options(for system: AnySystem) throws -> [(name: String, RunOptions)]? {
    if let reading = reading.first {
      let sides = reading.assignment
      let values = sides?.value[...].betweenCommas ?? []
      guard let name = sides?.name, values.count > 1 else {
        throw Stop(.usage, "--reading takes a name and two or more values, as send=latest,earliest")
      }
      return try values.map { value in
        let override = try ReadingOverride("\(name)=\(value)")
        return ("\(override.name)=\(override.text)", RunOptions(readings: [override]))
      }
    }
    guard let names = profile?.split(separator: ",").map({ String($0) }) else { return nil }
    let known = system.profiles.map { $0.name }
    if known.count < 2 {
      let readings = exampleOfValues(of: system.readings).map {
        "; compare values of a reading, as --reading \($0)"
      }
      throw Stop(.usage, "\(system.name) has only the profile \(known.joined())\(readings ?? "")")
    }
    guard names.count > 1 else {
      throw Stop(.usage, "--profile takes two or more of: \(known.joined(separator: ", "))")
    }
    return names.map { ($0, RunOptions(profile: $0)) }
  }
}

/// Writes an example of comparing the values of the first reading that has a few of them.
private func exampleOfValues(of readings: Schema) -> String? {
  readings.fields.lazy.compactMap { field -> String? in
    guard case .choice(let options) = field.schema else { return nil }
    return "\(field.name)=\(options.map { $0.name }.joined(separator: ","))"
  }.first
}

extension VariantComparison: PrintedReport {
  /// The number of events shown in full; JSON has all that were kept.
  private static let shown = 20

  private var values: ValueText { ValueText(from: started) }

  func text(_ style: TextStyle) -> String {
    let names = variants.joined(separator: ", ")
    let count = differences.total
    guard count > 0 else {
      return visible("\(file): the same under \(names) (\(counted(events, "event")))") + "\n"
        + warnings.text(style)
    }
    let differ = count == 1 ? "differs" : "differ"
    var lines = ["\(file): \(count) of \(counted(events, "event")) \(differ) between \(names)"]
    for group in groups {
      let effects = group.effects.joined(separator: ", ")
      let first = values.instant(group.first.at)
      lines.append("  \(group.count) × \(group.event): \(effects), first at \(first)")
    }
    for difference in differences.prefix(VariantComparison.shown) {
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
    let rest = count - min(differences.count, VariantComparison.shown)
    lines += (rest > 0 ? [""] : []) + moreLine(rest, indent: "")
    return lines.map { visible($0) + "\n" }.joined() + warnings.text(style)
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
    let found = Replay.differences(recorded: twin.value, computed: effect.value)
    if found.isEmpty { return ["    \(effect.name), the same"] }
    return found.map { difference in
      let there = values.text(difference.recorded)
      let here = values.text(difference.computed)
      return truncate("    \(effect.name) \(difference.path): \(here), not \(there)", to: 120)
    }
  }
}
