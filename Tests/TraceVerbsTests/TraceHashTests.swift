import CommandTesting
import Testing

/// The hash of a trace can be checked with a tool that is not ours.
struct TraceHashTests {
  private static let sealed = Project.files(below: "Traces", suffix: ".trace.jsonl")
    .filter { !$0.hasSuffix("/cut-while-in-flight.trace.jsonl") }

  @Test(arguments: sealed)
  func `xxhsum gives the hash of a trace's end line`(path: String) throws {
    let run = try CommandProcess(
      shell: "command -v xxhsum >/dev/null || exit 127; head -n -1 '\(path)' | xxhsum -H1")
    try #require(run.status != 127, "xxhsum is not installed: apt-get install xxhash")
    let end = try #require(try Project.lines(of: path).last)
    #expect(end.hasSuffix(#""hash":"\#(run.output.prefix(16))"}"#), "\(end)")
  }
}
