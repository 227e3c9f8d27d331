import ArgumentParser
import Files
import Live
import Simulation
import Traces

/// The command `pushtrace-live`, over the machines it is given.
public enum PushtraceLive {
  /// Runs the command line and ends the process with its exit code, as `pushtrace` does; `systems`
  /// are the machines that `record` and `serve` can run.
  public static func main(systems: [any LiveSystem.Type]) async {
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

struct LiveCommand: AsyncParsableCommand {
  /// The systems that it knows, set once before the command line is read.
  nonisolated(unsafe) static var systems: [any LiveSystem.Type] = []

  static let configuration = CommandConfiguration(
    commandName: "pushtrace-live",
    abstract: "Run mobile push SDKs and their backends for real, on a durable log.",
    version: "pushtrace-live \(engineVersion)",
    subcommands: [RecordCommand.self, ServeCommand.self])

  static var names: String { systems.map { $0.name }.joined(separator: ", ") }
}

/// Options of `record` and `serve` about their log.
struct LogOptions: ParsableArguments, Sendable {
  @Flag(help: "Continue a log that has gaps; what they held is lost.")
  var acceptGaps = false

  @Flag(help: "Fold the whole log at the start and check the snapshots beside it.")
  var foldAll = false

  @Option(
    help: """
      Keep this many segments of the log and remove older ones; each kept segment begins with \
      a snapshot. By default all are kept.
      """)
  var keepSegments: Int?

  @Option(help: "The size in bytes after which a new segment of the log begins.")
  var segmentBytes = 8 << 20

  @Option(
    help: """
      The number of records after which a snapshot is written beside the log, so that the next \
      start is faster; 0 for none.
      """)
  var snapshotEvery: Int64 = 10_000

  func validate() throws {
    if let keepSegments, keepSegments < 1 {
      throw ValidationError("--keep-segments is at least 1")
    }
    guard (1...1 << 30).contains(segmentBytes) else {
      throw ValidationError("--segment-bytes is a number from 1 to 1073741824")
    }
    guard snapshotEvery >= 0 else { throw ValidationError("--snapshot-every is at least 0") }
  }

  /// Takes the name of a log's folder; a variable of a shell that is not set is none.
  static func folder(_ name: String) throws -> String {
    guard !name.isEmpty else { throw ValidationError("an empty name is no folder") }
    return name
  }

  func apply<S: LiveSystem>(to setup: inout HostSetup<S>) {
    setup.acceptsGaps = acceptGaps
    setup.foldsAll = foldAll
    setup.snapshots = SnapshotPolicy(
      interval: snapshotEvery, keptSegments: keepSegments, segmentBytes: segmentBytes)
  }
}
