import CommandTesting
import Diagnostics
import EventSourcing
import Foundation
import Testing
import Traces

/// Traces of other engines than this one: kept ones of an older engine, and one from the future.
struct EngineTests {
  private let folder = TemporaryFolder()
  private static let engines = "Tests/CommandsTests/Engines"
  private static let kept = "\(engines)/0.0.1/first-launch.trace.jsonl"
  private static let changed = "\(engines)/0.0.1/push-from-opt-in-to-open.trace.jsonl"

  @Test func `a trace of an older engine replays with a warning that names both`() async throws {
    let run = try await CommandRun("replay \(Self.kept)").exits(0)
    #expect(run.output.hasPrefix("ok     \(Self.kept): 11 events folded, 8 effects compared"))
    run.prints(
      """
      \(Self.kept):1:1: warning[T431]: recorded by engine 0.0.1, replayed by engine \
      \(engineVersion)
         = changed in 0.1.0: mobilepush: a transition
      """)
  }

  @Test func `a drift that an engine's change explains stands below what has changed`() async throws
  {
    let run = try await CommandRun("replay \(Self.changed)").exits(1)
    let warning = try #require(run.output.range(of: "warning[T431]"))
    #expect(!run.output.contains("mobile_engage"), "that is another machine")
    let drift = try #require(run.output.range(of: "error[T401]: request_device_token is missing"))
    #expect(warning.lowerBound < drift.lowerBound)
    run.prints("a granted permission, the network's return and each foregrounding")
  }

  @Test func `what is recorded anew names this engine, whether or not it differs`() async throws {
    for path in [Self.kept, Self.changed] {
      let copy = try folder.write(try Project.text("/\(path)"), to: "copy.trace.jsonl")
      try await CommandRun("replay --rerecord \(copy)").exits(0).prints(
        "its header names engine \(engineVersion) in place of 0.0.1")
      try await CommandRun("replay \(copy)").exits(0).omits("T431")
      try await CommandRun("verify \(copy)").exits(0)
    }
  }

  @Test func `the JSON of a replay names the engine of each trace`() async throws {
    try await CommandRun("replay --format json \(Self.kept)").prints(
      #""agrees":true,"engine":"0.0.1""#, #""code":"T431","severity":"warning""#)
  }

  @Test(arguments: [
    (#""event":"app_foregrounded""#, #""event":"app_woken""#),
    (#""effect":"request_device_token""#, #""effect":"ask""#),
    (#""opted_in":true"#, #""opted_in":"perhaps""#), (#""send":"latest""#, #""dispatch":"now""#),
  ])
  func `what another engine recorded and this one cannot read is refused with both names`(
    old: String, new: String
  ) async throws {
    let text = try Project.text("/\(Self.changed)").replacing(old, with: new)
    let future = try folder.write(
      text.replacing(#""engine":"0.0.1""#, with: #""engine":"9.0.0""#), to: "a.trace.jsonl")
    try await CommandRun("replay \(future)").exits(2).prints(
      "error[T432]", "the trace was recorded by engine 9.0.0, and this is engine \(engineVersion)")
    let own = try folder.write(
      text.replacing(#""engine":"0.0.1""#, with: #""engine":"\#(engineVersion)""#),
      to: "b.trace.jsonl")
    #expect(!(try await CommandRun("replay \(own)").output.contains("T432")))
  }

  @Test func `nothing is known of an engine that is newer or another one`() throws {
    let warning = try #require(Diagnostic.otherEngine("acme 7", of: "mobilepush", file: "t"))
    #expect(warning.notes == ["what differs between the two is not known here"])
    #expect(Diagnostic.otherEngine("", of: "mobilepush", file: "t") == nil)
    #expect(Diagnostic.otherEngine(engineVersion, of: "mobilepush", file: "t") == nil)
  }

  @Test func `the history of engines ends with this one`() {
    #expect(EngineHistory.releases.last?.version == engineVersion)
    #expect(EngineHistory.releases.allSatisfy { !$0.changes.isEmpty })
  }

  /// A trace of the project holds every effect that the machines order for its events: where one
  /// had to be recorded anew, the behaviour has changed, and the version has to rise with it.
  @Test func `the traces of the project are those that this version has recorded`() throws {
    let list = try Project.text("/\(Self.engines)/\(engineVersion).txt").split(separator: "\n")
    let files = Project.traceFolders.flatMap {
      Project.files(below: $0, suffix: ".trace.jsonl")
    }
    #expect(list.count == files.count)
    for line in list {
      let parts = line.split(separator: " ")
      let bytes = [UInt8](try Data(contentsOf: Project.root.appending(path: "Traces/\(parts[0])")))
      let hash = bytes.withUnsafeBufferPointer { XXH64($0) }.text
      #expect(
        hash == parts[1],
        """
        \(parts[0]) is not the trace that engine \(engineVersion) recorded: if its effects \
        changed, raise engineVersion, add to EngineHistory what changed, keep an old trace under \
        \(Self.engines), and list the new ones: (cd Traces && xxhsum -H1 FILE…)
        """)
    }
  }
}
