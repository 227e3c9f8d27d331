import ArgumentParser
import Diagnostics
import EventSourcing
import Replay
import Reports
import SpecFormat
import Specs

/// Prints what a shell needs to complete the command, and the values that it then asks for.
struct CompletionCommand: VerbCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completion", abstract: "A script that completes verbs, options and values.",
      discussion: """
        bash: source <(\(CommandContext.calledAs) completion bash)
        zsh:  \(CommandContext.calledAs) completion zsh > a file named \
        _\(CommandContext.calledAs) in a folder of $fpath
        fish: \(CommandContext.calledAs) completion fish | source
        """)
  }

  @Argument(help: "The shell.")
  var shell: CompletionShell?

  @Option(
    help: ArgumentHelp(
      "Print the values that an option can take, a line each; what the scripts call.",
      visibility: .private))
  var values: CompletedValues?

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [CompletionScript.self]

  func judge(in context: CommandContext) throws -> Verdict {
    if let values {
      let lines = values.lines(among: context.systems)
      context.output.write(lines.map { visible($0) + "\n" }.joined())
      return .clean
    }
    guard let shell else {
      let shells = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("name the shell: \(shells)")
    }
    let script = RootCommand.completionScript(for: shell) + "\n"
    return write(CompletionScript(script: script), in: context)
  }
}

/// The script that a shell reads.
struct CompletionScript: PrintedReport {
  let script: String

  static let reported = ReportMembers<CompletionScript> { $0("script", \.script) }

  func text(_ style: TextStyle) -> String { script }
}

extension CompletionShell: @retroactive ExpressibleByArgument {}

/// Values of options that the parser does not know: they come from systems and from specs.
enum CompletedValues: String, ExpressibleByArgument, CaseIterable {
  case systems, ids, tags, requirements, readings, profiles, codes, words, subjects, bugs

  /// The values, each once and in a fixed order; what specs have are those of the folder Specs.
  func lines(among systems: [RegisteredSystem]) -> [String] {
    // A folder without specs, or with broken ones, completes less and is no reason to complain.
    var session: CheckSession? { try? CheckSession(systems: systems) }
    var titles: [ScenarioTitle] { session?.runs.map(\.scenario.title) ?? [] }
    var terms: [String] { TermIndex(systems).names.eachOnce() }
    return switch self {
    case .systems: systems.names
    case .ids: titles.compactMap { $0.id?.text }.eachOnce()
    case .tags: titles.flatMap(\.tags).eachOnce().sorted()
    case .requirements: session?.catalogues.flatMap(\.ids) ?? []
    case .readings: systems.flatMap { $0.machine.readingVariants }.eachOnce()
    case .profiles: systems.flatMap { $0.erased.profiles.map(\.name) }.eachOnce()
    case .bugs: systems.bugs.map(\.name)
    case .codes: KnownCodes.all.map(\.id)
    case .words: systems.names + terms
    case .subjects: KnownCodes.all.map(\.id) + terms
    }
  }
}

extension CompletionKind {
  /// Values that the command itself lists.
  static func values(_ values: CompletedValues) -> CompletionKind {
    .shellCommand("\(CommandContext.calledAs) completion --values \(values.rawValue)")
  }

  static var specs: CompletionKind { .file(extensions: ["yaml"]) }

  static var traces: CompletionKind { .file(extensions: ["jsonl"]) }
}
