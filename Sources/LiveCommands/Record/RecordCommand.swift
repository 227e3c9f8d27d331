import ArgumentParser
import Diagnostics
import JSON
import Live
import Files
import Simulation
import Traces

/// Runs a machine against real time and records everything in a durable log.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run a machine against the real clock and a real server, on a durable log.",
    discussion: """
      Commands are lines of JSON, an event by its name and fields as in specs: \
      {"event":"contact_key_set","with":{"key":"anna"}}. Each is answered by \
      {"acknowledged":SEQ} once it is durable, or by {"error":…}; an "id" of the command is \
      repeated. Effects that leave the machine are written as they happen. A host that was \
      killed goes on where its log ends: 'replay', 'show' and the other verbs of pushtrace read \
      the folder of the log as they read a trace. \
      Exit codes: 0 the commands ended, 2 the log cannot be used, 64 wrong usage, 74 the log or \
      the answers could not be written, 130 and 143 it was ended by SIGINT or SIGTERM.
      """)

  @Option(help: "The machine: \(LiveCommand.names).")
  var sdk: String

  @Option(
    help: "The folder of the log; it is created if it is missing.",
    transform: LogOptions.folder)
  var log: String

  @Option(
    help: "The URL for requests, such as http://127.0.0.1:8080; without it they fail as offline.")
  var server: String?

  @Option(help: "The app's access token at the server.", transform: ServerAccess.token)
  var token: String?

  @Option(help: "The name of the device.")
  var device: String = soleParty

  @Option(
    help: """
      Take commands from connections to this loopback port, or to a socket at this path, instead \
      of standard input; 0 takes any free port. Effects go to standard output and to them.
      """)
  var socket: String?

  @OptionGroup var options: LogOptions

  func validate() throws {
    let system = try system
    do throws(WireRefusal) {
      _ = try system.checkedDevice(device)
    } catch {
      throw ValidationError("--device '\(device)': \(error.reason)")
    }
    _ = try (transport, place)
  }

  func run() async throws {
    let system = try system
    let output = LineOutput(descriptor: 1)
    let request = RecordRequest(
      log: log, device: device, options: options, transport: try transport, socket: try place)
    do {
      try await system.record(request, output)
    } catch let failure as RecordFailure {
      output.finish()
      throw failure.code.reported(failure.message)
    }
    output.finish()
    if let reason = output.failure {
      throw ExitCode.outputLost.reported("the output could not be written: \(reason)")
    }
  }

  private var system: any LiveSystem.Type {
    get throws {
      guard let system = LiveCommand.systems.first(where: { $0.name == sdk }) else {
        throw ValidationError("there is no machine '\(sdk)': \(LiveCommand.names)")
      }
      return system
    }
  }

  private var place: CommandSocket? {
    get throws {
      guard let socket else { return nil }
      guard let place = CommandSocket(socket) else {
        throw ValidationError("--socket takes a port from 0 to 65535, or a path")
      }
      return place
    }
  }

  private var transport: any Transport {
    get throws {
      guard let server else { return NoTransport() }
      do {
        return HTTPTransport(to: try ServerAddress(server), token: token)
      } catch {
        throw ValidationError("--server \(server): \(error.reason)")
      }
    }
  }
}

extension LiveSystem {
  fileprivate static func record(_ request: RecordRequest, _ output: LineOutput) async throws {
    try await RecordSession<Self>.run(request, output: output)
  }
}

extension ExitCode {
  static let invalid = ExitCode(2)
  static let outputLost = ExitCode(74)

  /// The same code, having printed why the process ends with it.
  func reported(_ reason: String) -> ExitCode {
    report(reason, as: "error")
    return self
  }
}

/// Prints a sentence for the operator as a line of JSON on standard error.
func report(_ sentence: String, as kind: String) {
  let errors = LineOutput(descriptor: 2)
  errors.write { $0.member(kind, sentence) }
  errors.finish()
}

/// The reason why a host could not be started, or ended before everything was written.
struct RecordFailure: Error {
  let message: String
  let code: ExitCode

  /// The log of a host that has ended does not have everything.
  init(unwritten error: LogStoreError, _ log: String) {
    message = "the log '\(log)' could not be written: \(error.message)"
    code = .outputLost
  }

  init(_ error: any Error, log: String) {
    let reason =
      switch error {
      case let held as FolderLock.Held:
        held.holder.map { "process \($0) writes to it" } ?? "another process writes to it"
      case let error as LogStoreError: error.message
      case HostOpeningError.store(let error): error.message
      case HostOpeningError.gaps(let gaps):
        gaps.map(\.message).joined(separator: "; ") + "; --accept-gaps continues "
          + (gaps.allSatisfy { $0.missing == nil }
            ? "with all records" : "without the lost records")
      case HostOpeningError.otherParties(let names):
        "it is the log of another host"
          + (names.isEmpty ? "" : ", of \(names.joined(separator: ", "))")
      case HostOpeningError.unreadable(let finding):
        ([finding.message] + finding.notes).joined(separator: "; ")
      default: String(describing: error)
      }
    message = "the log '\(log)' cannot be used: \(reason)"
    switch error {
    case LogStoreError.full, HostOpeningError.store(.full): code = .outputLost
    default: code = .invalid
    }
  }

  init(_ error: any Error, socket: CommandSocket) {
    let place =
      switch socket {
      case .port(let port): "port \(port)"
      case .path(let path): "'\(path)'"
      }
    message = "no connections can be taken at \(place): \(reason(error))"
    code = .invalid
  }
}
