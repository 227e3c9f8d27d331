import Foundation
import Testing

@testable import Commands

/// Signals are for a process: these tests send them to the built command.
struct InterruptionTests {
  private let folder: TemporaryFolder
  private static let trace =
    Project.root.appending(path: "Traces/mobilepush/opt-out-after-a-bad-token.trace.jsonl").path

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [SIGINT, SIGTERM])
  func `simulate says what it has found so far`(signal: Int32) throws {
    let command = try RunningCommand([
      "simulate", "--sdk", "mobilepush", "--seed", "1", "--runs", "1000000", "--discard",
      "--property", "N6", "--specs", folder.path("specs"),
    ])
    let end = command.end(by: signal, after: "repeat: ")
    #expect(end.status == 128 + signal)
    let name = signal == SIGINT ? "SIGINT" : "SIGTERM"
    #expect(end.output.contains("\nstopped by \(name) after "))
    #expect(end.output.contains("Transitions: "))
  }

  @Test func `explore says what it has found so far`() throws {
    let command = try RunningCommand(["explore", "--sdk", "mobilepush", "--depth", "40"])
    let end = command.end(by: SIGTERM, after: "explore --sdk")
    #expect(end.status == 143)
    #expect(end.output.contains("\nstopped by SIGTERM after "))
    #expect(end.output.contains("new states"))
  }

  @Test func `explore ends at its time limit`() async throws {
    let run = try await CommandRun([
      "explore", "--sdk", "mobilepush", "--depth", "40", "--time-limit", "1ms",
    ])
    #expect(run.status == 0)
    #expect(run.output.contains("--time-limit 1ms"))
    #expect(run.output.contains("\nstopped by --time-limit 1ms after "))
    #expect(
      try await CommandRun(["explore", "--sdk", "mobilepush", "--time-limit", "0s"]).status == 64)
  }

  @Test func `replay of many traces says what it has found so far`() throws {
    let pipe = try folder.makePipe("first.trace.jsonl")
    // More of them than can be folded while the first one is awaited.
    let others = Array(repeating: Self.trace, count: 4 * coreCount + 10)
    let command = try RunningCommand(["replay", pipe] + others)
    let writing = try FileHandle(forWritingTo: URL(filePath: pipe))
    command.send(SIGINT)
    try writing.write(contentsOf: Data(contentsOf: URL(filePath: Self.trace)))
    try writing.close()
    let end = command.end()
    #expect(end.status == 130)
    #expect(end.output.contains("\nstopped by SIGINT after "))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a file that is being written leaves nothing behind, nor its folder`(signal: Int32) throws {
    let pipe = try folder.makePipe("a.trace.jsonl")
    let target = folder.path("new/deep/a.json")
    let command = try RunningCommand([
      "export", pipe, "--to", "cloudevents", "--output", target,
    ])
    let writing = try FileHandle(forWritingTo: URL(filePath: pipe))
    let bytes = try Data(contentsOf: URL(filePath: Self.trace))
    try writing.write(contentsOf: bytes.prefix(bytes.count / 2))
    let isThere = {
      !((try? FileManager.default.contentsOfDirectory(
        atPath: folder.path("new/deep"))) ?? []).isEmpty
    }
    while !isThere() { usleep(1_000) }
    command.send(signal)
    let end = command.end()
    try writing.close()
    #expect(end.signal == signal)
    #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
  }
}

/// A run of the built command that goes on.
private final class RunningCommand {
  private let process = Process()
  private let output = Pipe()
  private var text = ""

  init(_ arguments: [String]) throws {
    process.executableURL = Project.command
    process.arguments = arguments
    process.currentDirectoryURL = Project.root
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Sends a signal once this was written, and waits for the end.
  func end(
    by signal: Int32, after part: String
  ) -> (status: Int32, signal: Int32?, output: String) {
    while !text.contains(part) {
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { break }
      text += String(decoding: bytes, as: UTF8.self)
    }
    send(signal)
    return end()
  }

  func end() -> (status: Int32, signal: Int32?, output: String) {
    let rest = (try? output.fileHandleForReading.readToEnd()) ?? nil
    text += String(decoding: rest ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return (process.terminationStatus, isSignal ? process.terminationStatus : nil, text)
  }
}

extension TemporaryFolder {
  /// Makes a pipe with a name.
  fileprivate func makePipe(_ name: String) throws -> String {
    try #require(mkfifo(path(name), 0o600) == 0)
    return path(name)
  }
}
