import ArgumentParser
import Traces

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The command `pushtrace-live`, over the machines it is given.
public enum PushtraceLive {
  /// Runs the command line and ends the process with its exit code, as `pushtrace` does.
  public static func main(systems: [RegisteredLiveSystem]) async {
    LiveCommand.systems = systems
    // A reader or client that goes away makes one write fail; it must not end the host.
    signal(SIGPIPE, SIG_IGN)
    await LiveCommand.main()
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
