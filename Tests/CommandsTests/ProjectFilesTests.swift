import CommandTesting
import Foundation
import Testing

/// The project's own specs and traces.
struct ProjectFilesTests {
  /// The run of all specs, once for whatever is asked of it.
  static let check = Task { try await CommandRun("check --strict") }

  @Test func `every scenario of the project's specs holds`() async throws {
    let run = try await Self.check.value
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func `every trace of the project replays without drift, twice the same`() async throws {
    try await CommandRun("replay --twice \(Project.traceFolders)").exits(0)
  }

  @Test func `every requirement of the catalogue is covered`() async throws {
    let output = try await Self.check.value.output
    let counts = try #require(output.firstMatch(of: /\n(\d+) of (\d+) requirements covered/))
    #expect(counts.1 == counts.2)
  }

  @Test func `the traces of scenarios are the same in two processes and replay`() async throws {
    let folder = TemporaryFolder()
    let folders = ["first", "second"].map { folder.url.appending(path: $0) }
    let specs = ["mobilepush/throttle", "mobile_engage/retries"]
    let paths = specs.map { "Specs/\($0).spec.yaml" }.joined(separator: " ")
    for target in folders {
      // Several threads and a hash seed of its own in each process.
      try CommandProcess(
        shell: "pushtrace check --jobs 3 --save-traces '\(target.path)' \(paths)"
      ).exits(0)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folders[0].path).sorted()
    #expect(names.count > 20)
    for name in names {
      let bytes = try folders.map { try Data(contentsOf: $0.appending(path: name)) }
      #expect(bytes[0] == bytes[1], "\(name)")
    }
    try await CommandRun("replay \(folders[0].path)").exits(0)
  }
}
