import Foundation

/// One run of the built command in a process of its own, as a user would see it.
package struct CommandProcess: RunResult {
  package let line: String
  package let status: Int32
  package let output: String
  package let errors: String

  /// Runs a line of the shell in `folder`, by default the project's own, in which `pushtrace` is
  /// the built command.
  package init(
    shell line: String, in folder: URL = Project.root, environment: [String: String] = [:]
  )
    throws
  {
    self.line = line
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "pushtrace() { \"\(Project.command.path)\" \"$@\"; }; \(line)"]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: a pipe that fills up while the other one is read would block the command.
    let outputs = try [TemporaryFile(), TemporaryFile()]
    process.standardOutput = outputs[0].handle
    process.standardError = outputs[1].handle
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try outputs[0].contents()
    errors = try outputs[1].contents()
  }
}
