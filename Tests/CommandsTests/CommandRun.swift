import Foundation

/// One run of the built command, as a user would see it.
struct CommandRun {
  let status: Int32
  let output: String
  let errors: String

  /// Runs `pushtrace` with `arguments` in `folder`, by default the project's own.
  init(_ arguments: [String], in folder: URL = Project.root, environment: [String: String] = [:])
    throws
  {
    try self.init(Project.command, arguments, in: folder, environment: environment)
  }

  /// Runs a line of the shell in the project's folder, in which `pushtrace` is the built command.
  init(shell line: String) throws {
    let command = "pushtrace() { \"\(Project.command.path)\" \"$@\"; }; \(line)"
    try self.init(URL(filePath: "/bin/bash"), ["-c", command], in: Project.root, environment: [:])
  }

  private init(
    _ program: URL, _ arguments: [String], in folder: URL, environment: [String: String]
  ) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: a pipe that fills up while the other one is read would block the command.
    let outputs = try ["out", "err"].map { try TemporaryFile($0) }
    process.standardOutput = outputs[0].handle
    process.standardError = outputs[1].handle
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try outputs[0].contents()
    errors = try outputs[1].contents()
  }
}

/// Where this project and its built command are.
enum Project {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The command that was built together with these tests, next to the test bundle.
  static let command = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "pushtrace")
}

/// A file that is removed when its last reference goes.
final class TemporaryFile {
  let url: URL
  let handle: FileHandle

  init(_ name: String) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func contents() throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}

/// A folder that is removed when its last reference goes.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of something below the folder.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// The names of all that is in the folder, hidden files too.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  /// Writes a file below the folder and returns its path.
  @discardableResult func write(_ text: String, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
