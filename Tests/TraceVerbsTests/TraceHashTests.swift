import CommandTesting
import Foundation
import Testing

/// The hash of a trace can be checked with a tool that is not ours.
struct TraceHashTests {
  private static let sealed = Project.files(below: "Traces", suffix: ".trace.jsonl")
    .filter { !$0.hasSuffix("/cut-while-in-flight.trace.jsonl") }

  @Test(arguments: sealed)
  func `xxhsum gives the hash of a trace's end line`(path: String) throws {
    let script = #"command -v xxhsum >/dev/null || exit 127; head -n -1 "$0" | xxhsum -H1"#
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, Project.root.appending(path: path).path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus == 127 {
      Issue.record("xxhsum is not installed: apt-get install xxhash")
      return
    }
    let end = try #require(try Project.lines(of: path).last)
    #expect(end.hasSuffix(#""hash":"\#(text.prefix(16))"}"#), "\(end)")
  }
}
