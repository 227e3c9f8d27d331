import ArgumentParser
import Diagnostics
import Replay
import Simulation
import Specs
import Traces

/// Tells where two traces differ, or where a trace's outcome depends on the profile.
struct DiffCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "The first difference of two traces, or of profiles on one.")

  @Argument(help: "Two traces; with --profile, one.")
  var traces: [String]

  @Option(help: "Profiles to compare on one trace, separated by commas.")
  var profile: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    let wanted = profile == nil ? 2 : 1
    guard traces.count == wanted else {
      throw ValidationError(
        profile == nil ? "diff takes two traces" : "diff --profile takes one trace")
    }
  }

  mutating func judge() throws -> Verdict {
    let files = traces.map { TraceFile($0) }
    do {
      guard let first = files.first else { return .usage }
      let system = try first.system()
      guard let profile else { return try compareTraces(files, as: system) }
      let names = profile.split(separator: ",").map { String($0) }
      return try compare(names, on: first, as: system)
    } catch let finding as Diagnostic {
      throw Stop([finding])
    }
  }

  private func compareTraces<S: System>(
    _ files: [TraceFile], as system: S.Type
  ) throws -> Verdict {
    let found = try difference(files[0].input, files[1].input, as: system)
    let start = try traceHeader(files[0].input, as: system).started
    let report = TraceDifferenceReport(found, files.map(\.path), from: start)
    Console.write(output.format == .json ? report.json : report.text)
    return found == nil ? .clean : .finding
  }

  private func compare<S: System>(
    _ profiles: [String], on file: TraceFile, as system: S.Type
  ) throws -> Verdict {
    let known = system.profiles.map(\.name)
    guard profiles.count > 1 else {
      throw Stop(.usage, "--profile takes two or more of: \(known.joined(separator: ", "))")
    }
    for name in profiles {
      let wrong = RunOptions(profile: name).findings(for: system)
      if !wrong.isEmpty { throw Stop(wrong) }
    }
    let comparison = try compareProfiles(file.input, as: system, profiles: profiles)
    let start = try traceHeader(file.input, as: system).started
    let report = ProfileReport(comparison, file: file.path, from: start)
    Console.write(output.format == .json ? report.json : report.text)
    return comparison.differenceCount == 0 ? .clean : .finding
  }
}
