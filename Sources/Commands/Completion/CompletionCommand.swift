import ArgumentParser
import Diagnostics
import Reports

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
  var shell: CompletedShell?

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
      let shells = CompletedShell.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("name the shell: \(shells)")
    }
    let script = RootCommand.completionScript(for: shell.script) + "\n"
    return write(CompletionScript(script: script), in: context)
  }
}

/// The script that a shell reads.
struct CompletionScript: PrintedReport {
  let script: String

  static let reported = ReportMembers<CompletionScript> { $0("script", \.script) }

  func text(_ style: TextStyle) -> String { script }
}

/// A shell for which there is a completion script.
enum CompletedShell: String, ExpressibleByArgument, CaseIterable {
  case bash, zsh, fish

  fileprivate var script: CompletionShell {
    switch self {
    case .bash: .bash
    case .zsh: .zsh
    case .fish: .fish
    }
  }
}
