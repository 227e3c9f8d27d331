import ArgumentParser
import Files
import Traces

/// The command `pushtrace-live`, over the machines it is given.
public enum PushtraceLive {
  /// Runs the command line and ends the process with its exit code, as `pushtrace` does.
  public static func main(systems: [RegisteredLiveSystem]) async {
    LiveCommand.systems = systems
    // A reader or client that goes away makes one write fail; it must not end the host.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try LiveCommand.parseAsRoot()
      if var verb = command as? any AsyncParsableCommand {
        try await verb.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  /// Prints what the argument parser has to say, and ends the process.
  private static func end(with error: any Error) -> Never {
    let code = LiveCommand.exitCode(for: error)
    let text = LiveCommand.fullMessage(for: error)
    let output = LineOutput(descriptor: code == .success ? 1 : 2)
    if !text.isEmpty { output.write(line: Array("\(text)\n".utf8)) }
    output.finish()
    LiveCommand.exit(withError: output.failure == nil ? code : ExitCode.outputLost)
  }
}

/// The verbs of the command.
struct LiveCommand: AsyncParsableCommand {
  /// Set once, before the command line is read.
  nonisolated(unsafe) static var systems: [RegisteredLiveSystem] = []

  static let configuration = CommandConfiguration(
    commandName: "pushtrace-live",
    abstract: "Run mobile push SDKs and their backends for real, on a durable log.",
    version: "pushtrace-live \(engineVersion)",
    subcommands: [RecordCommand.self, ServeCommand.self])

  /// The names of the machines.
  static var names: String { systems.map(\.name).joined(separator: ", ") }
}
