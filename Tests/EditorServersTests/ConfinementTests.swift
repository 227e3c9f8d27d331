import CommandTesting
import Files
import Foundation
import JSON
import Protocols
import Testing

@testable import Commands

/// Paths that lead out of the folders to which a command is confined.
struct ConfinementTests {
  /// A folder `in` that may be used, beside a trace and a link that may not.
  private static func folders() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let trace = try Project.text("/Traces/mobilepush/login.trace.jsonl")
    try folder.write(trace, to: "outside/secret.trace.jsonl")
    try folder.write(trace, to: "in/own.trace.jsonl")
    try folder.write(
      """
      format: 1
      sdk: mobilepush
      scenarios: [{ name: A recording, trace: { file: ../outside/secret.trace.jsonl } }]
      """, to: "in/recording.spec.yaml")
    for (link, target) in [
      ("linked.trace.jsonl", "../outside/secret.trace.jsonl"), ("linked", "../outside"),
      ("dangling.yaml", "../outside/new.yaml"), ("inner.trace.jsonl", "own.trace.jsonl"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("in/\(link)"), withDestinationPath: target)
    }
    return folder
  }

  private static func session(_ folder: TemporaryFolder) -> ToolSession {
    ToolSession(in: [folder.url.appending(path: "in")])
  }

  @Test(arguments: [
    "../outside/secret.trace.jsonl", "linked.trace.jsonl", "linked/secret.trace.jsonl",
    "./linked/../secret.trace.jsonl", "nothing/../../outside/secret.trace.jsonl",
    "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "ABSOLUTE",
  ])
  func `nothing outside is read by whatever path`(path: String) async throws {
    let folder = try Self.folders()
    let path = path == "ABSOLUTE" ? folder.path("outside/secret.trace.jsonl") : path
    let result = try await Self.session(folder).call("show", ["trace": .text(path)])
    #expect(result["isError"] == true)
    #expect(result.shownResult.contains("outside the folders"), "\(result.shownResult)")
    let address = fileAddress(folder.path("in/" + path))
    let refusal = try await Self.session(folder).refusal(
      of: "resources/read", ["uri": .text(address)])
    #expect(refusal.code == -32602)
  }

  @Test(arguments: ["own.trace.jsonl", "inner.trace.jsonl", "../in/own.trace.jsonl", "ABSOLUTE"])
  func `what lies inside is read by whatever path`(path: String) async throws {
    let folder = try Self.folders()
    let path = path == "ABSOLUTE" ? folder.path("in/own.trace.jsonl") : path
    let result = try await Self.session(folder).call("show", ["trace": .text(path)])
    #expect(result["isError"] == false, "\(result.shownResult)")
  }

  @Test func `a second folder can be used as well`() async throws {
    let folder = try Self.folders()
    let both = ["in", "outside"].map { folder.url.appending(path: $0) }
    let path = folder.path("outside/secret.trace.jsonl")
    let result = try await ToolSession(in: both).call("show", ["trace": .text(path)])
    #expect(result["isError"] == false, "\(result.shownResult)")
  }

  @Test func `a spec does not lead out by the examples that it names`() async throws {
    let folder = try Self.folders()
    try folder.write("at\n1s\n", to: "outside/times.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/linked.csv"), withDestinationPath: "../outside/times.csv")
    for path in ["../outside/times.csv", "linked.csv", folder.path("outside/times.csv")] {
      try folder.write(
        """
        format: 1
        sdk: mobilepush
        scenarios: [{ name: A, examples: { file: \(path) }, steps: [{ at: <at> }] }]
        """, to: "in/examples.spec.yaml")
      let result = try await Self.session(folder).call("check", ["paths": ["examples.spec.yaml"]])
      #expect(result["isError"] == true)
      #expect(result.shownResult.contains("outside the folders"), "\(result.shownResult)")
    }
  }

  @Test func `a spec does not lead out by the recording that it names`() async throws {
    let folder = try Self.folders()
    let result = try await Self.session(folder).call("check", ["paths": ["recording.spec.yaml"]])
    #expect(result["isError"] == true)
    #expect(result.shownResult.contains("outside the folders"), "\(result.shownResult)")
  }

  @Test(arguments: [
    "../outside/new.yaml", "linked/new.yaml", "dangling.yaml", "new/../../outside/new.yaml",
  ])
  func `nothing outside is written`(path: String) async throws {
    let folder = try Self.folders()
    let result = try await Self.session(folder).call(
      "spec", ["trace": "own.trace.jsonl", "output": .text(path)])
    #expect(try folder.names(in: "outside") == ["secret.trace.jsonl"])
    #expect(result["isError"] == true, "\(result.shownResult)")
  }

  @Test func `a document is written inside, with the folders that it needs`() async throws {
    let folder = try Self.folders()
    let result = try await Self.session(folder).call(
      "spec", ["trace": "own.trace.jsonl", "output": "new/deep/own.spec.yaml"])
    #expect(result["isError"] == false, "\(result.shownResult)")
    #expect(FileManager.default.fileExists(atPath: folder.path("in/new/deep/own.spec.yaml")))
  }

  @Test func `resources behind a link that leads out are not listed`() async throws {
    let folder = try Self.folders()
    let listed = try await Self.session(folder).request("resources/list")
    #expect(
      listed["resources"]?.elements.map { $0["name"] } == [
        "recording.spec.yaml", "inner.trace.jsonl", "own.trace.jsonl",
      ])
  }

  @Test func `a name that begins like a folder's is outside of it`() throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "inside/a")
    let root = try #require(POSIX.resolved(folder.url.path))
    POSIX.$confinement.withValue(["\(root)/in"]) {
      #expect(throws: POSIX.Failure.outside) { try FileStatus("\(root)/inside/a") }
    }
    POSIX.$confinement.withValue(["/"]) {
      #expect(throws: Never.self) { try FileStatus("\(root)/inside/a") }
    }
  }
}
