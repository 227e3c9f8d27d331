import ArgumentParser
import Dispatch
import Files
import JSON
import Live
import Simulation
import Traces

/// `serve`: runs the backends of the systems behind HTTP until the process is asked to stop.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the backends behind HTTP, by the same reducers as in a simulated world.",
    discussion: """
      Prints one line of JSON with its address when it listens, and ends at SIGTERM or SIGINT once \
      open requests are answered, or after two seconds. There is no TLS: it listens on this \
      machine alone unless --host names another address, which needs both tokens. It warns that \
      they are not encrypted on their way: put a proxy with a certificate in front of it.
      Admin requests go to /admin/SYSTEM: GET backend or backend/FIELD, POST events with \
      {"event", "on", "with"}, and GET, POST or DELETE faults with {"kind", "fault", "count"} and, \
      as the fault has them, "status", "retry_after", "delay" and "bytes".
      While the log cannot be written, calls are answered 503. \
      Exit codes: 0 ended when asked to, 2 it cannot listen or use its log, 64 wrong usage, 74 its \
      log or its address could not be written.
      """)

  @Option(name: .long, help: "The system to serve; by default all of them.")
  var sdk: [String] = []

  @Option(name: .long, help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(name: .long, help: "The port to listen on; 0 picks any free port.")
  var port = 8_080

  @Option(
    name: .long,
    help: "The folder of the log, with one of its own in it for each of several systems.",
    transform: LogOptions.folder)
  var log: String?

  @OptionGroup var options: LogOptions

  @Option(
    name: .long, help: "The app's access token, without which calls are answered 401.",
    transform: ServerAccess.token)
  var token: String?

  @Option(name: .long, help: "The token of admin requests.", transform: ServerAccess.token)
  var adminToken: String?

  @Option(name: .long, help: "The most requests per second of one address.")
  var rate = 1_000

  @Option(name: .long, help: "The most connections open at once.")
  var connections = 256

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port is a number from 0 to 65535")
    }
    guard rate > 0, connections > 0 else {
      throw ValidationError("--rate and --connections are at least 1")
    }
    if let refusal = exposureRefusal { throw ValidationError(refusal) }
    let known = LiveCommand.systems.map { $0.name }
    for name in sdk where !known.contains(name) {
      throw ValidationError("there is no system '\(name)'; known: \(known.joined(separator: ", "))")
    }
    if let log, let refusal = ServeCommand.refusal(ofLog: log, for: chosen.count, among: known) {
      throw ValidationError(refusal)
    }
  }

  /// The systems that are served.
  private var chosen: [any LiveSystem.Type] {
    LiveCommand.systems.filter { sdk.isEmpty || sdk.contains($0.name) }
  }

  /// Returns the reason why a log is that of a server of more or fewer systems, which would not be
  /// seen: one system has its log in the folder itself, several have theirs below it.
  static func refusal(ofLog log: String, for systems: Int, among known: [String]) -> String? {
    if systems > 1 {
      return FolderStore.holdsLog(log)
        ? "--log '\(log)' is the log of one system: name that with --sdk, or another folder" : nil
    }
    let below = known.map { "\(log)/\($0)" }.first(where: FolderStore.holdsLog)
    return below.map {
      "--log '\(log)' has the log '\($0)' of a server of several systems: name that, or leave out "
        + "--sdk"
    }
  }

  func run() async throws {
    let stop = StopSignal()
    let chosen = chosen
    var backends: [BackendServer] = []
    for system in chosen {
      let folder = log.map { chosen.count == 1 ? $0 : "\($0)/\(system.name)" }
      do {
        backends.append(try await BackendServer.open(system, folder, options))
      } catch {
        let failure = RecordFailure(error, log: folder ?? "")
        throw failure.code.reported(failure.message)
      }
    }
    let server: LiveServer
    do {
      server = try await LiveServer(
        backends, host: host, port: port, ServerAccess(token: token, adminToken: adminToken),
        ServerLimits(connections: connections), rate: rate)
    } catch {
      throw ExitCode.invalid.reported("cannot listen on \(host), port \(port): \(reason(error))")
    }
    if let warning = exposureWarning { report(warning, as: "warning") }
    if let reason = announce(server, chosen.map { $0.name }) {
      await server.stop()
      throw ExitCode.outputLost.reported("the output could not be written: \(reason)")
    }
    await stop.wait()
    if let failure = await server.stop() {
      throw ExitCode.outputLost.reported("the log could not be written: \(failure.message)")
    }
  }

  /// Writes where it listens, and returns why that failed.
  private func announce(_ server: LiveServer, _ names: [String]) -> String? {
    let output = LineOutput(descriptor: 1)
    output.write { json in
      json.member("pushtrace", engineVersion)
      json.member("verb", "serve")
      json.member("url", server.url)
      json.member("port", Int64(server.port))
      json.list("systems") { json in
        for name in names { json.element(name) }
      }
    }
    output.finish()
    return output.failure
  }
}

/// Waits for SIGTERM or SIGINT, which then do not end the process.
struct StopSignal {
  private let signals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    signals = stream
    sources = [SIGTERM, SIGINT].map { number in
      // Without this the signal would still end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
  }

  func wait() async {
    for await _ in signals { return }
  }
}
