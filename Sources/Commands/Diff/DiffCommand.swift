import ArgumentParser
import Diagnostics
import JSON
import Reports

/// Shows where two traces differ, or where a trace's outcome depends on the profile.
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

  func judge(in context: CommandContext) throws -> Verdict {
    let files = traces.map { TraceFile($0) }
    do {
      let system = try files[0].system(among: context.systems)
      guard let profile else {
        return write(try system.compareTraces(files[0], files[1]), in: context)
      }
      let names = profile.split(separator: ",").map { String($0) }
      return write(try system.compareProfiles(files[0], names), in: context)
    } catch let finding as Diagnostic {
      throw Stop([finding])
    }
  }

  private func write(_ report: some DifferenceReport, in context: CommandContext) -> Verdict {
    let verdict = report.isSame ? Verdict.clean : .finding
    switch output.format {
    case .json: context.output.write(document(verdict) { report.write(to: &$0) })
    case .text: context.output.write(report.text)
    }
    return verdict
  }
}

/// What a comparison found, for people and machines.
protocol DifferenceReport {
  /// Whether there is no difference.
  var isSame: Bool { get }
  var text: String { get }

  /// Writes the members of the JSON document.
  func write(to document: inout JSONOutput)
}
