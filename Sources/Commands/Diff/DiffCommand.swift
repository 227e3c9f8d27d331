import ArgumentParser
import Diagnostics
import Replay
import Reports

/// Shows where two traces differ, or where a trace's outcome depends on its profile or readings.
struct DiffCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Where two traces differ, or profiles or readings on one.",
    discussion: """
      Two traces are aligned: an insertion is one difference, whatever follows from it. Times that \
      are only shifted count as a shift; numbers of requests and causes do not count. Exit codes: \
      0 the same, 1 different.
      """)

  @Argument(help: "Two traces; with --profile or --reading, one.", completion: .traces)
  var traces: [String]

  @Option(help: "Profiles to compare on one trace, separated by commas.")
  var profile: String?

  @Option(help: "Values of a reading to compare on one trace, as send=latest,earliest.")
  var reading: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if profile != nil, reading != nil {
      throw ValidationError("diff compares profiles or readings, not both")
    }
    if profile != nil || reading != nil, traces.count != 1 {
      throw ValidationError("diff --profile and diff --reading take one trace")
    }
    if profile == nil, reading == nil, traces.count != 2 {
      throw ValidationError("diff takes two traces")
    }
  }

  static let reports: [any VerbReport.Type] = [
    TraceDifferenceReport.self, VariantDocument.self,
  ]

  func judge(in context: CommandContext) throws -> Verdict {
    let files = traces.map { TraceFile($0) }
    let system = try files[0].system(among: context.systems)
    if let profile {
      let names = profile.split(separator: ",").map { String($0) }
      return write(try compared(files[0], .profiles(names), of: system), in: context)
    }
    if let reading {
      let values = try ReadingValues(reading)
      return write(try compared(files[0], .reading(values), of: system), in: context)
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

  private func compared(
    _ trace: TraceFile, _ variants: Variants, of system: RegisteredSystem
  ) throws -> VariantDocument {
    VariantDocument(file: trace.path, try variants.compared(on: trace, as: system.machine))
  }
}
