import Diagnostics
import Files
import Reports
import Traces

/// The surroundings of a verb besides its options.
struct CommandContext {
  /// The machines that `sdk:` can name.
  let systems: [RegisteredSystem]
  /// Makes the engine of pages that run these machines; empty where none was built.
  let engine: @Sendable () -> [UInt8]
  /// The output for findings and documents.
  let output: Output
  /// The output for progress and for errors that stop a verb.
  let errors: Output
  /// The style of text on `output`.
  let style: TextStyle
  /// The folder, variables and streams of the command.
  let environment: ExecutionEnvironment

  /// The context of the command that runs in this task: colours where a terminal shows them.
  init(systems: [RegisteredSystem], engine: @escaping @Sendable () -> [UInt8]) {
    self.systems = systems
    self.engine = engine
    environment = .current
    output = Output(descriptor: environment.output, limit: environment.outputLimit)
    errors = Output(descriptor: environment.errors, limit: environment.outputLimit)
    style = environment.showsColours ?? output.isTerminal ? .ansi : .plain
  }

  /// The name under which the command was called, for its help and its messages.
  static var calledAs: String { ExecutionEnvironment.current.name }

  /// The name, the version, and the digest of the sources of the machines and what runs them.
  static var version: String {
    let sources = ExecutionEnvironment.current.sources
    return "\(calledAs) \(engineVersion)" + (sources.isEmpty ? "" : " (sources \(sources))")
  }

  /// The width of help: that of the terminal, or what the environment says instead.
  var helpWidth: Int {
    environment.variables["COLUMNS"].flatMap { Int($0) } ?? output.terminalSize?.columns ?? 80
  }

  /// Says on standard error that output is missing; a reader that went away had enough.
  func report(_ failure: OutputFailure) -> Verdict {
    if failure.reason == .system(.closedPipe) { return .clean }
    errors.write("error: \(visible("\(failure)"))\n")
    return failure.verdict
  }

  /// Shows a finding on standard output.
  func show(_ diagnostic: Diagnostic) { output.write([diagnostic].text(style)) }

  /// Shows a finding on standard error, beside output that is something else; one about YAML with
  /// an excerpt of its file.
  func showError(_ diagnostic: Diagnostic) {
    let isOfYAML = diagnostic.place?.file.hasSuffix(".yaml") == true
    let sources = isOfYAML ? SpecSources().texts(for: [diagnostic]) : []
    errors.write([diagnostic].text(.plain, sources: sources))
  }
}
