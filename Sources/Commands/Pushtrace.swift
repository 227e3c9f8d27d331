import ArgumentParser
import Diagnostics
import Dispatch
import Files
import Reports

/// The command `pushtrace` over whatever machines it is given.
public enum Pushtrace {
  /// Runs the command line and ends the process with its exit code.
  ///
  /// `systems` are the machines that `sdk:` and `--sdk` can name; `engine` is what
  /// `Sources/PageEngine/WebAssembly/build` made for them, and pages of `show` cannot run them
  /// without it; it is asked for by the verbs that need it. `engineSources` is what
  /// `build --digest` printed when the command was built: a page whose engine carries another
  /// digest says so.
  ///
  /// Exit codes: 0 all well, 1 a finding, 2 invalid input or nothing ran, 64 wrong usage, 70 an
  /// internal error, 74 output that could not be written, 130 and 143 stopped by SIGINT and
  /// SIGTERM.
  public static func main(
    systems: [RegisteredSystem], engine: @autoclosure @escaping @Sendable () -> [UInt8] = [],
    engineSources: String = "",
    arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) -> Never {
    POSIX.ignoreSignalsOfWriting()
    POSIX.occupyStandardStreams()
    var environment = ExecutionEnvironment.ofProcess
    environment.program = POSIX.ownProgram
    Interruption.install()
    guard POSIX.openFileLimit >= leastOpenFiles else {
      Output(descriptor: 2).write(
        "error: \(CommandContext.calledAs) needs \(leastOpenFiles) open files at once, and "
          + "'ulimit -n' allows \(POSIX.openFileLimit)\n")
      exit(Verdict.invalid.rawValue)
    }
    Task { [environment] in
      let code = await run(
        systems: systems, engine: engine(), engineSources: engineSources, arguments: arguments,
        in: environment)
      let signal = Interruption.signalNumber
      exit(signal.map { 128 + $0 } ?? code)
    }
    dispatchMain()
  }

  /// The least number of open files with which the runtime can start its threads; below it, the
  /// process ends without a message.
  private static let leastOpenFiles: UInt64 = 16

  /// Runs the command line over `systems` and returns its exit code, for tests and for programs
  /// that go on afterwards.
  ///
  /// The command reads and writes only what `environment` gives it: by default the process's own
  /// folder, variables and streams.
  public static func run(
    systems: [RegisteredSystem], engine: @autoclosure @escaping @Sendable () -> [UInt8] = [],
    engineSources: String = "", arguments: [String],
    in environment: ExecutionEnvironment = .ofProcess
  ) async -> Int32 {
    var environment = environment
    environment.sources = engineSources
    return await ExecutionEnvironment.$current.withValue(environment) { [environment] in
      let context = CommandContext(systems: systems, engine: engine)
      return await POSIX.$folder.withValue(environment.folder) {
        await POSIX.$confinement.withValue(environment.confinement) {
          await RunFiles.$current.withValue(RunFiles()) {
            let verdict = await verdict(of: arguments, in: context)
            return max(verdict, outputVerdict(context)).rawValue
          }
        }
      }
    }
  }

  /// Whether all output was written; what went to standard error cannot be reported anywhere.
  private static func outputVerdict(_ context: CommandContext) -> Verdict {
    if let reason = context.output.failure {
      return context.report(OutputFailure(target: "standard output", reason: reason))
    }
    return context.errors.failure.map {
      OutputFailure(target: "standard error", reason: $0).verdict
    } ?? .clean
  }

  private static func verdict(
    of arguments: [String], in context: CommandContext
  ) async -> Verdict {
    if let first = arguments.first, let message = RootCommand.refusal(ofVerb: first) {
      context.errors.write("Error: \(visible(message))\n")
      return .usage
    }
    if let name = fileLikeOptions(among: arguments) {
      context.errors.write("Error: \(visible("'\(name)' is a file; write './\(name)'"))\n")
      return .usage
    }
    do {
      var command = try RootCommand.parsed(spelledOut(arguments))
      if let verb = command as? any VerbCommand {
        return await verdict(of: verb, in: context)
      }
      try command.run()
      return .clean
    } catch {
      return usage(error, in: context)
    }
  }

  private static func verdict(
    of verb: any VerbCommand, in context: CommandContext
  ) async -> Verdict {
    let verdict = await judgement(of: verb, in: context)
    for finding in RunFiles.current.takeFindings() {
      let isText = !verb.ownsOutput && verb.output.format == .text
      if isText { context.show(finding) } else { context.showError(finding) }
    }
    return max(verdict, RunFiles.current.verdictOnLogs)
  }

  /// Lets a verb judge; what stops it is said as its own output options ask for.
  static func judgement(
    of verb: any VerbCommand, in context: CommandContext
  ) async -> Verdict {
    do {
      return try await verb.judge(in: context)
    } catch is Output.Ended {
      // A reader that went away had enough; why else output ended is said with the exit code.
      return .clean
    } catch let failure as OutputFailure {
      return context.report(failure)
    } catch {
      guard let stop = Stop(error) else { return usage(error, of: type(of: verb), in: context) }
      stop.report(of: verb, in: context)
      return stop.verdict
    }
  }

  /// Prints what the argument parser has to say: help on standard output, errors beside it.
  private static func usage(
    _ error: any Error, of verb: (any ParsableCommand.Type)? = nil, in context: CommandContext
  ) -> Verdict {
    let code = RootCommand.exitCode(for: error)
    let text = RootCommand.fullMessage(for: error, columns: context.helpWidth)
    if code == .success {
      context.output.write(text + "\n")
      return .clean
    }
    // The message quotes the command line; what follows it is the usage.
    var message = "Error: " + RootCommand.message(for: error)
    let ofRoot = text.hasPrefix(message) ? text.dropFirst(message.count) : "\n"
    // The parser lists many choices one a line.
    message = message.replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
    let usage = verb.map { "\nUsage: \(RootCommand.usageString(for: $0))" } ?? String(ofRoot)
    context.errors.write(visible(message) + usage + "\n")
    return code == .validationFailure ? .usage : .internalError
  }

  /// The name of a file that the parser would take for several options of a letter each, among them
  /// perhaps the one for help.
  private static func fileLikeOptions(among arguments: [String]) -> String? {
    arguments.prefix { $0 != "--" }.first {
      $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.utf8.count > 2 && FileTree.isFolder($0) != nil
    }
  }

  /// `--shuffle` may stand alone, which the parser would take for an option without its value.
  private static func spelledOut(_ arguments: [String]) -> [String] {
    WhatIfOptions.joined(arguments).map { $0 == "--shuffle" ? "--shuffle=any" : $0 }
  }
}

/// The verbs of the command.
struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: CommandContext.calledAs,
      abstract: "Specify, record, replay and explain mobile push SDKs as event-sourced machines.",
      discussion: """
        Exit codes: 0 all well, 1 a finding, 2 invalid input or nothing ran, 64 wrong usage, \
        70 internal error, 74 output that could not be written; 130 and 143 stopped by SIGINT \
        and SIGTERM. The largest that applies wins.
        """,
      version: CommandContext.version,
      subcommands: [
        CheckCommand.self,
        ShowCommand.self,
        WhyCommand.self,
        WhyNotCommand.self,
        ReplayCommand.self,
        ConformCommand.self,
        TriageCommand.self,
        VerifyCommand.self,
        DiffCommand.self,
        BisectCommand.self,
        MinimizeCommand.self,
        SpecCommand.self,
        RedactCommand.self,
        ImportCommand.self,
        ExportCommand.self,
        ExploreCommand.self,
        SimulateCommand.self,
        CoverageCommand.self,
        GalleryCommand.self,
        LintCommand.self,
        NewCommand.self,
        VocabularyCommand.self,
        SchemaCommand.self,
        ExplainCommand.self,
        CompletionCommand.self,
        LspCommand.self,
        McpCommand.self,
        DapCommand.self,
      ])
  }
  static let verbs = configuration.subcommands.map { $0.configuration.commandName ?? "" }

  /// Parses a command line, its verb alone first: among others, the parser describes a verb twice
  /// as often. Mistakes and every kind of help are worded as the root words them.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let first = arguments.first, let place = verbs.firstIndex(of: first),
      let verb = try? configuration.subcommands[place].parseAsRoot(Array(arguments.dropFirst())),
      verb is any VerbCommand
    {
      return verb
    }
    return try parseAsRoot(arguments)
  }

  /// Says what is wrong with the first word of a command line; `nil` for a verb or an option.
  static func refusal(ofVerb word: String) -> String? {
    guard !word.isEmpty, !word.hasPrefix("-"), word != "help", !verbs.contains(word) else {
      return nil
    }
    let near = didYouMean(word, among: verbs) ?? "the verbs are \(verbs.joined(separator: ", "))"
    return "there is no verb '\(word)'; \(near)"
  }
}
