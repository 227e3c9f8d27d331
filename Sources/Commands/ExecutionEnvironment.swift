#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder, variables and streams that a command runs with.
///
/// The command reads nothing of the process but through this value, so that several commands can
/// run in one process, each in a folder of its own.
public struct ExecutionEnvironment: Sendable {
  /// The name under which the command is called, for its help and its messages.
  public var name = "pushtrace"
  /// The folder from which relative paths lead; `nil` for that of the process.
  public var folder: String?
  /// The folders outside of which nothing is read or written, by whole paths without symbolic
  /// links; `nil` for no such bounds.
  public var confinement: [String]?
  /// The bytes after which nothing more is written to a stream; `nil` for no limit.
  public var outputLimit: Int?
  /// The environment variables.
  public var variables: [String: String] = [:]
  /// The descriptor of standard input.
  public var input: Int32 = 0
  /// The descriptor of standard output.
  public var output: Int32 = 1
  /// The descriptor of standard error.
  public var errors: Int32 = 2
  /// The file of the program that runs the command, for a verb that starts it again; `nil` where
  /// the command runs inside another program.
  public var program: String?
  /// The digest of the sources that the command was built from; empty where it is not known.
  var sources = ""

  /// Creates an environment without variables, with the streams and the folder of the process.
  public init() {}

  /// The environment of this process, under the name by which its program was called.
  public static let ofProcess: ExecutionEnvironment = {
    var environment = ExecutionEnvironment()
    let called = CommandLine.arguments.first?.split(separator: "/").last
    environment.name = called.map { String($0) } ?? environment.name
    environment.variables = ProcessInfo.processInfo.environment
    return environment
  }()

  /// The environment of the command that runs in this task.
  ///
  /// A path is opened far below the verb, by readers that open it again and again, and a folder
  /// belongs to every path: what resolves one looks here, as it would ask a process.
  @TaskLocal static var current = ExecutionEnvironment.ofProcess

  /// Keeps `value` for good where the process ends with the command, which is faster than to
  /// release what a large run has made.
  func keepToTheEnd(_ value: some Sendable) {
    if program != nil { _ = Unmanaged.passRetained(value as AnyObject) }
  }

  /// The folder for files that do not stay.
  var temporaryFolder: String {
    let folder = variables["TMPDIR"] ?? ""
    return folder.isEmpty ? "/tmp" : folder
  }

  /// Whether text is in colours, as `NO_COLOR`, `FORCE_COLOR` and `CLICOLOR_FORCE` say, an earlier
  /// one before the others; `nil` where that depends on the terminal.
  var showsColours: Bool? {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    if value("NO_COLOR") != nil { return false }
    if let forced = value("FORCE_COLOR") { return forced != "0" }
    return value("CLICOLOR_FORCE").flatMap { $0 == "0" ? nil : true }
  }

  /// The descriptor that `/dev/stdin`, `/dev/fd/63` and the like stand for.
  func descriptor(at path: String) -> Int32? {
    if confinement != nil { return nil }
    return switch path {
    case "/dev/stdin", "/dev/fd/0": input
    case "/dev/stdout", "/dev/fd/1": output
    case "/dev/stderr", "/dev/fd/2": errors
    case _: path.hasPrefix("/dev/fd/") ? Int32(path.dropFirst("/dev/fd/".count)) : nil
    }
  }
}

/// The number of pieces of work that run at a time: one on each core.
let coreCount = ProcessInfo.processInfo.activeProcessorCount
