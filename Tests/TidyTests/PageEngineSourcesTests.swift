import Foundation
import Testing

/// The engine of the page is committed as it was built: a build of it takes minutes.
struct PageEngineSourcesTests {
  private static let git = "/usr/bin/git"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: git)))
  func `the engine of the page was made from these sources`() throws {
    let process = Process()
    process.executableURL = SourceTree.root.appending(path: "Sources/PageEngine/WebAssembly/build")
    process.arguments = ["--check"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
  }
}
