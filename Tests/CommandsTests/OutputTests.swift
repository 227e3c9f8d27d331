import CommandTesting
import Foundation
import Testing

struct OutputTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    "verify --seal \(trace)", "verify \(trace)", "replay \(trace)", "replay --format json \(trace)",
    "check \(spec)", "check --format json \(spec)", "check --list \(spec)", "check no-such-file",
    "coverage \(spec)", "diff \(trace) \(trace)", "explain", "explain S101", "--help", "--version",
  ])
  func `output that cannot be written is a message and exit code 74`(line: String) throws {
    let run = try CommandProcess(shell: "pushtrace \(line) > /dev/full").exits(74)
    #expect(run.errors.hasSuffix("standard output cannot be written: No space left on device\n"))
  }

  @Test func `a short write is as bad as none`() throws {
    try CommandProcess(
      shell: "ulimit -f 1; pushtrace verify --seal \(OutputTests.trace) > \(folder.path("out"))"
    ).exits(74).printsError("File too large")
  }

  @Test(arguments: ["verify --seal \(trace)", "check --format json \(spec)", "explain"])
  func `a reader that goes away ends the writing quietly`(line: String) throws {
    let run = try CommandProcess(
      shell: "pushtrace \(line) | head -c 1 > /dev/null; exit ${PIPESTATUS[0]}"
    ).exits(0)
    #expect(run.errors.isEmpty)
  }

  @Test func `a pipe that another program made non-blocking is waited for`() async throws {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(writing, F_SETFL, O_WRONLY | O_NONBLOCK) == 0)
    #if os(Linux)
      // F_SETPIPE_SZ: the output is longer than the smallest pipe.
      #expect(fcntl(writing, 1_031, 4_096) == 4_096)
    #endif
    let blanks = [UInt8](repeating: 0x20, count: 1 << 12)
    while write(writing, blanks, blanks.count) > 0 {}
    let process = Process()
    process.executableURL = Project.command
    process.arguments = ["vocabulary"]
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let whole = try await CommandRun("vocabulary").output
    #expect(whole.utf8.count > 4_096)
    #expect(text.drop { $0 == " " } == whole[...])
  }

  @Test func `a file does not take the place of a closed standard output`() throws {
    let report = folder.path("report.tap")
    try CommandProcess(
      shell: "pushtrace check \(OutputTests.spec) --report tap=\(report) >&-"
    ).exits(74)
    let text = try folder.text("report.tap")
    #expect(text.hasPrefix("TAP version 14\n"))
    #expect(!text.contains("passed"))
  }

  @Test func `messages that cannot be written count as lost output too`() throws {
    try CommandProcess(shell: "pushtrace explain no-such-code 2> /dev/full").exits(74)
    try CommandProcess(shell: "pushtrace chekc 2> /dev/full").exits(74)
  }

  static let trace = "Traces/mobilepush/login.trace.jsonl"
  static let spec = "Specs/mobilepush/tags.spec.yaml"
}
