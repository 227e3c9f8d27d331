import CommandTesting
import Foundation
import Testing

@testable import Commands

/// Signals are for a process: these tests send them to the built command.
struct InterruptionTests {
  private let folder = TemporaryFolder()
  private static let trace =
    Project.root.appending(path: "Traces/mobilepush/opt-out-after-a-bad-token.trace.jsonl").path

  @Test(arguments: [SIGINT, SIGTERM])
  func `simulate says what it has found so far`(signal: Int32) throws {
    let search: CommandWords =
      "simulate --sdk mobilepush --seed 1 --runs 1000000000000 --discard --property N6"
    let command = try RunningCommand(
      "\(search) --specs \(folder.path("specs")) --save \(folder.path("runs"))")
    try command.wait(forFilesIn: folder.path("runs/mobilepush"))
    command.send(signal)
    let end = try command.end()
    #expect(end.status == 128 + signal)
    let name = signal == SIGINT ? "SIGINT" : "SIGTERM"
    #expect(end.output.contains("\nstopped by \(name) after "))
    #expect(end.output.contains("Transitions: "))
    // The runs that were not made any more count for nothing.
    let counts = try #require(
      end.output.firstMatch(of: /mobilepush: ([0-9]+) runs?, ([0-9]+) of them directed/))
    #expect(try #require(Int(counts.1)) >= (try #require(Int(counts.2))), "\(end.output)")
  }

  @Test func `simulate keeps what is broken when a signal ends the making of small runs`()
    async throws
  {
    let events = [
      "attribute_set", "tag_added", "app_launched", "app_foregrounded", "app_backgrounded",
      "contact_key_set", "notification_opened", "custom_event_tracked", "set_timer", "timer_fired",
    ]
    let lines = events.map {
      "  - { id: \($0.uppercased()), at_most: 3, of: \($0), in_any: 300d }\n"
    }
    let rules = try folder.write(
      "format: 1\nsdk: mobilepush\nalways:\n\(lines.joined())", to: "own.rules.yaml")
    let places = ["specs", "traces"].flatMap { ["--\($0)", folder.path($0)] }
    let command = try RunningCommand(
      """
      simulate --sdk mobilepush --seed 1 --runs 30 --for 300d --devices 20 --jobs 1 \
      --rules \(rules) --save \(folder.path("runs")) \(places) \
      \(events.flatMap { ["--property", $0.uppercased()] })
      """)
    try command.wait(forFilesIn: folder.path("runs/mobilepush"), count: 30)
    usleep(20_000)
    command.send(SIGINT)
    let end = try command.end()
    #expect(end.status == 130)
    #expect(end.output.contains("\nstopped by SIGINT after 30 runs: what stands here was found"))
    let found = end.output.matches(of: /--reproduce '(.*)'/).map { String($0.1) }
    #expect(found.count > 1)
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("traces"))
    #expect(kept.count == found.count)
    for run in found {
      try await CommandRun(
        ["simulate", "--sdk", "mobilepush", "--rules", rules, "--reproduce", run]
      ).exits(1)
    }
  }

  @Test func `explore says what it has found so far`() throws {
    let command = try RunningCommand("explore --sdk mobilepush --depth 40")
    command.wait(for: "explore --sdk")
    command.send(SIGTERM)
    let end = try command.end()
    #expect(end.status == 143)
    #expect(end.output.contains("\nstopped by SIGTERM after "))
    #expect(end.output.contains("new states"))
  }

  @Test func `explore ends at its time limit`() async throws {
    try await CommandRun("explore --sdk mobilepush --depth 40 --time-limit 1ms").exits(0).prints(
      "--time-limit 1ms", "\nstopped by --time-limit 1ms after ")
    try await CommandRun("explore --sdk mobilepush --time-limit 0s").exits(64)
  }

  @Test func `replay of many traces says what it has found so far`() throws {
    // More of them than can be folded while the second one is awaited.
    let others = Array(repeating: Self.trace, count: 4 * coreCount + 10)
    let command = try RunningCommand("replay -v \(Self.trace) /dev/stdin \(others)")
    command.wait(for: "ok ")
    command.send(SIGINT)
    let end = try command.end(input: Data(contentsOf: URL(filePath: Self.trace)))
    #expect(end.status == 130)
    #expect(end.output.contains("\nstopped by SIGINT after "))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a file that is being written leaves nothing behind, nor its folder`(signal: Int32) throws {
    let header = try Project.lines(of: Self.trace)[0]
    // So many that the file is not finished when it is seen.
    let notes = (1...300_000).map { #"{"seq":\#($0),"at":1767603600000,"note":"x"}"# }
    let trace = try folder.write([header] + notes, "a")
    let output = folder.path("new/deep/a.json")
    let command = try RunningCommand("export \(trace) --to cloudevents --output \(output)")
    try command.wait(forFilesIn: folder.path("new/deep"))
    command.send(signal)
    let end = try command.end()
    #expect(end.signal == signal)
    #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
  }
}

/// A run of the built command that goes on.
private final class RunningCommand {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var text = ""

  init(_ line: CommandWords) throws {
    process.executableURL = Project.command
    process.arguments = line.words
    process.currentDirectoryURL = Project.root
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    process.standardOutput = output
    // In the background of a script SIGINT is ignored, and would be by the command too.
    signal(SIGINT, SIG_DFL)
    try process.run()
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  func write(_ bytes: Data) throws { try input.fileHandleForWriting.write(contentsOf: bytes) }

  /// Returns once this was written.
  func wait(for part: String) {
    while !text.contains(part) {
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { return }
      text += String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Returns once there are files in a folder.
  func wait(forFilesIn folder: String, count: Int = 1) throws {
    while (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0 < count {
      try #require(process.isRunning)
      usleep(1_000)
    }
  }

  /// Gives the rest of the input, if any, and waits for the end.
  func end(input bytes: Data? = nil) throws -> (status: Int32, signal: Int32?, output: String) {
    if let bytes {
      try write(bytes)
      try input.fileHandleForWriting.close()
    }
    let rest = (try? output.fileHandleForReading.readToEnd()) ?? nil
    text += String(decoding: rest ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return (process.terminationStatus, isSignal ? process.terminationStatus : nil, text)
  }
}
