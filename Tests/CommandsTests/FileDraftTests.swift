import CommandTesting
import Foundation
import Testing

struct FileDraftTests {
  private let folder = TemporaryFolder()

  @Test func `a file that cannot be written whole stays as it was`() throws {
    let path = try folder.write(try Project.text("/\(OutputTests.trace)"), to: "a.trace.jsonl")
    let run = try CommandProcess(
      shell: "ulimit -f 1; pushtrace verify --seal '\(OutputTests.trace)' --output '\(path)'"
    ).exits(74)
    #expect(run.errors == "error: '\(path)' cannot be written: File too large\n")
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: FileDraftTests.source))
    #expect(try folder.names() == ["a.trace.jsonl"])
  }

  @Test func `a file that is written keeps its permissions and the link that leads to it`()
    async throws
  {
    let path = try folder.write("old", to: "file")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "file")
    try await CommandRun("verify --seal \(OutputTests.trace) --output \(folder.path("link"))")
      .exits(0)
    #expect(try Data(contentsOf: URL(filePath: path)).count > 1_000)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try folder.names() == ["file", "link"])
  }

  @Test func `a missing folder is made, and one that cannot be is named in plain words`()
    async throws
  {
    let seal = ["verify", "--seal", OutputTests.trace, "--output"]
    try await CommandRun(seal + [folder.path("some/where/a.jsonl")]).exits(0)
    try folder.write("", to: "plain")
    let run = try await CommandRun(seal + [folder.path("plain/a.jsonl")]).exits(74)
    #expect(run.errors.hasSuffix("plain/a.jsonl' cannot be written: Not a directory\n"))
  }

  @Test func `a device is written to, and a pipe without a reader is refused`() throws {
    let pipe = folder.path("pipe")
    let seal = "pushtrace verify --seal \(OutputTests.trace) --output"
    #expect(try CommandProcess(shell: "\(seal) /dev/stdout").output.hasPrefix("{\"pushtrace\":1"))
    try CommandProcess(shell: "mkfifo '\(pipe)'; \(seal) '\(pipe)'").exits(74).printsError(
      "No such device")
    let read = try CommandProcess(shell: "(\(seal) >(wc -c)) | cat")
    #expect(Int(read.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 1_000)
  }

  private static let source = Project.root.appending(path: OutputTests.trace)
}
