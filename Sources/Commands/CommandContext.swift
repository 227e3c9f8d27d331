import Diagnostics
import Reports

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a verb works with besides its options.
struct CommandContext {
  /// The machines that `sdk:` can name.
  let systems: [RegisteredSystem]
  /// Makes the engine of pages that run these machines; empty where none was built.
  let engine: @Sendable () -> [UInt8]
  /// Where findings and documents go.
  let output: Output
  /// Where progress goes, and what stops a verb.
  let errors: Output
  /// How text on `output` is set.
  let style: TextStyle
  /// The file of the program that runs the command, for a verb that starts it again; `nil` where
  /// the command runs inside another program.
  let ownProgram: String?

  /// The context of this process: its streams, and colours where a terminal shows them.
  init(
    systems: [RegisteredSystem], engine: @escaping @Sendable () -> [UInt8], ownProgram: String?
  ) {
    self.systems = systems
    self.engine = engine
    self.ownProgram = ownProgram
    output = Output(descriptor: 1)
    errors = Output(descriptor: 2)
    style = output.isTerminal && CommandContext.allowsColours ? .ansi : .plain
  }

  private static var allowsColours: Bool {
    (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// The name under which the program was called, for its help and its messages.
  static let calledAs: String = {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map { String($0) } ?? ""
    return name.isEmpty ? "pushtrace" : name
  }()

  /// Says on standard error that output is missing; a reader that went away had enough.
  func report(_ failure: OutputFailure) -> Verdict {
    if failure.reason == .system(.closedPipe) { return .clean }
    errors.write("error: \(visible("\(failure)"))\n")
    return failure.reason == .isInput ? .usage : .outputLost
  }

  /// Shows a finding on standard output, with an excerpt where its file is given.
  func show(_ diagnostic: Diagnostic, sources: [SourceText] = []) {
    output.write(DiagnosticRenderer(sources: sources, style: style).text(diagnostic) + "\n")
  }

  /// Shows a finding on standard error, beside output that is something else.
  func showError(_ diagnostic: Diagnostic, sources: [SourceText] = []) {
    errors.write(DiagnosticRenderer(sources: sources).text(diagnostic) + "\n")
  }
}
