import Foundation
import TestFiles
import Testing

/// The list of seeded faults follows the sources: `.ci/mutants` is run by hand, this always.
struct SeededFaultsTests {
  private static let python = "/usr/bin/python3"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python)))
  func `each seeded fault applies exactly once`() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.python)
    let script = Project.root.appending(path: "Tests/Mutants/mutants.py")
    process.arguments = ["-B", script.path, "--check"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
  }
}
